package org.crosstile.syntax;

/** Keywords and operators. */
final class Words {
    private Words() {}

    static int type(String word) {
        return switch (word) {
            case "and" -> DslParser.AND;
            case "or" -> DslParser.OR;
            case "not" -> DslParser.NOT;
            case "if" -> DslParser.IF;
            case "elif" -> DslParser.ELIF;
            case "else" -> DslParser.ELSE;
            case "for" -> DslParser.FOR;
            case "while" -> DslParser.WHILE;
            case "with" -> DslParser.WITH;
            case "as" -> DslParser.AS;
            case "in" -> DslParser.IN;
            case "is" -> DslParser.IS;
            case "def" -> DslParser.DEF;
            case "class" -> DslParser.CLASS;
            case "return" -> DslParser.RETURN;
            case "pass" -> DslParser.PASS;
            case "break" -> DslParser.BREAK;
            case "continue" -> DslParser.CONTINUE;
            case "True" -> DslParser.TRUE;
            case "False" -> DslParser.FALSE;
            case "None" -> DslParser.NONE;
            case "lambda",
                    "import",
                    "from",
                    "global",
                    "nonlocal",
                    "assert",
                    "del",
                    "try",
                    "except",
                    "finally",
                    "raise",
                    "yield",
                    "await",
                    "async" ->
                    DslParser.OTHER;
            default -> DslParser.NAME;
        };
    }

    /** Whether a variable may have this name. */
    static boolean isName(String word) {
        if (word.isEmpty() || type(word) != DslParser.NAME) {
            return false;
        }
        return startsName(word.codePointAt(0))
                && word.codePoints().skip(1).allMatch(Words::isPartOfName);
    }

    /** Whether a name may begin with a character. */
    static boolean startsName(int c) {
        return c == '_' || Character.isUnicodeIdentifierStart(c);
    }

    /** Whether a name may go on with a character: what nobody sees is no part of a name. */
    static boolean isPartOfName(int c) {
        return c == '_'
                || (Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }

    /** Length of the longest operator at an offset; 0 if there is none. */
    static int operatorLength(String text, int at) {
        char c = text.charAt(at);
        char d = at + 1 < text.length() ? text.charAt(at + 1) : '\0';
        char e = at + 2 < text.length() ? text.charAt(at + 2) : '\0';
        return switch (c) {
            case '(', ')', '[', ']', '{', '}', ',', ';', '~' -> 1;
            case '.' -> d == '.' && e == '.' ? 3 : 1;
            case ':', '=' -> d == '=' ? 2 : 1;
            case '!' -> d == '=' ? 2 : 0;
            case '-' -> d == '>' || d == '=' ? 2 : 1;
            case '+', '%', '@', '|', '&', '^' -> d == '=' ? 2 : 1;
            case '*', '/', '<', '>' -> d == c ? (e == '=' ? 3 : 2) : d == '=' ? 2 : 1;
            default -> 0;
        };
    }

    static int operatorType(String text, int at, int length) {
        char c = text.charAt(at);
        if (length == 1) {
            return single(c);
        }
        boolean assigns = text.charAt(at + length - 1) == '=';
        return switch (c) {
            case '.' -> DslParser.ELLIPSIS;
            case ':' -> DslParser.WALRUS;
            case '=' -> DslParser.EQ;
            case '!' -> DslParser.NE;
            case '<' ->
                    length == 2 && assigns
                            ? DslParser.LE
                            : assigns ? DslParser.AUGMENTED : DslParser.SHL;
            case '>' ->
                    length == 2 && assigns
                            ? DslParser.GE
                            : assigns ? DslParser.AUGMENTED : DslParser.SHR;
            case '-' -> assigns ? DslParser.AUGMENTED : DslParser.ARROW;
            case '*' -> assigns ? DslParser.AUGMENTED : DslParser.POW;
            case '/' -> assigns ? DslParser.AUGMENTED : DslParser.DSLASH;
            default -> DslParser.AUGMENTED;
        };
    }

    private static int single(char c) {
        return switch (c) {
            case '(' -> DslParser.LPAREN;
            case ')' -> DslParser.RPAREN;
            case '[' -> DslParser.LBRACK;
            case ']' -> DslParser.RBRACK;
            case '{' -> DslParser.LBRACE;
            case '}' -> DslParser.RBRACE;
            case ',' -> DslParser.COMMA;
            case ';' -> DslParser.SEMI;
            case '~' -> DslParser.TILDE;
            case '.' -> DslParser.DOT;
            case ':' -> DslParser.COLON;
            case '=' -> DslParser.ASSIGN;
            case '+' -> DslParser.PLUS;
            case '-' -> DslParser.MINUS;
            case '*' -> DslParser.STAR;
            case '/' -> DslParser.SLASH;
            case '%' -> DslParser.PERCENT;
            case '@' -> DslParser.AT;
            case '|' -> DslParser.BAR;
            case '&' -> DslParser.AMP;
            case '^' -> DslParser.CARET;
            case '<' -> DslParser.LT;
            case '>' -> DslParser.GT;
            default -> DslParser.BROKEN;
        };
    }
}
