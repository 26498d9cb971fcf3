# What lowering writes to tell how many rows a rank sends.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class ReportRowsRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.system.report_rows(win, n, n, 3)
        # error: system-report-rows-target-missing
        pld.system.report_rows(peer=0, asked=n, sent=3)
        # error: system-report-rows-target-kind
        pld.system.report_rows(x, 0, n, 3)
        # error: system-report-rows-peer-missing
        pld.system.report_rows(win, asked=n, sent=3)
        # error: system-report-rows-peer-kind
        pld.system.report_rows(win, 0.5, n, 3)
        # error: system-report-rows-asked-missing
        pld.system.report_rows(win, 0, sent=3)
        # error: system-report-rows-asked-kind
        pld.system.report_rows(win, 0, 0.5, 3)
        # error: system-report-rows-sent-missing
        pld.system.report_rows(win, 0, n)
        # error: system-report-rows-sent-kind
        pld.system.report_rows(win, 0, n, x)
