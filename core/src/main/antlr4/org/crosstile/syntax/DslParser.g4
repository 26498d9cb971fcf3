/*
 * One logical line of DSL text: a simple statement, or the header of a compound one up to its colon.
 *
 * Blocks are not in this grammar: indentation is resolved before (see Lexer and Lines), so that a
 * mistake in one line never hides another line. Every decision needs one token of lookahead; what that
 * lets through (a doubled comma, an assignment to a number) is refused when the tree is built.
 */
parser grammar DslParser;

tokens {
    NAME, NUMBER, STRING, FSTRING, OTHER, BROKEN,
    AND, OR, NOT, IF, ELIF, ELSE, FOR, WHILE, WITH, AS, IN, IS, DEF, CLASS, RETURN, PASS, BREAK, CONTINUE,
    TRUE, FALSE, NONE,
    LPAREN, RPAREN, LBRACK, RBRACK, LBRACE, RBRACE,
    COMMA, COLON, DOT, SEMI, AT, ASSIGN, ARROW, ELLIPSIS, AUGMENTED, WALRUS,
    PLUS, MINUS, STAR, SLASH, DSLASH, PERCENT, POW, TILDE, BAR, CARET, AMP, SHL, SHR,
    LT, GT, LE, GE, EQ, NE
}

line
    : IF test COLON EOF                                                       # ifLine
    | ELIF test COLON EOF                                                     # elifLine
    | ELSE COLON EOF                                                          # elseLine
    | WHILE test COLON EOF                                                    # whileLine
    | FOR targets IN tests COLON EOF                                          # forLine
    | WITH test (AS targets)? COLON EOF                                       # withLine
    | DEF NAME LPAREN parameters? RPAREN (ARROW test)? COLON EOF              # defLine
    | CLASS NAME (LPAREN arguments? RPAREN)? COLON EOF                        # classLine
    | AT test EOF                                                             # decoratorLine
    | RETURN tests? EOF                                                       # returnLine
    | PASS EOF                                                                # passLine
    | BREAK EOF                                                               # breakLine
    | CONTINUE EOF                                                            # continueLine
    | tests (COLON test (ASSIGN tests)? | (ASSIGN tests)+ | AUGMENTED tests)? EOF  # plainLine
    ;

parameters : parameter (COMMA parameter?)* ;

parameter : STAR NAME? | POW NAME | SLASH | NAME (COLON test)? (ASSIGN test)? ;

targets : bits (COMMA bits?)* ;

tests : test (COMMA test?)* ;

test : disjunction (IF disjunction ELSE test)? ;

disjunction : conjunction (OR conjunction)* ;

conjunction : inversion (AND inversion)* ;

inversion : NOT* comparison ;

comparison : bits (comparator bits)* ;

comparator : LT | GT | LE | GE | EQ | NE | IN | NOT IN | IS NOT? ;

bits : sum ((BAR | CARET | AMP | SHL | SHR) sum)* ;

sum : term ((PLUS | MINUS) term)* ;

term : factor ((STAR | SLASH | DSLASH | PERCENT | AT) factor)* ;

factor : (PLUS | MINUS | TILDE)* power ;

power : primary (POW factor)? ;

primary : atom trailer* ;

trailer
    : DOT NAME
    | LPAREN arguments? RPAREN
    | LBRACK subscripts RBRACK
    ;

arguments : argument (COMMA argument?)* ;

argument : test (ASSIGN test)? ;

subscripts : subscript (COMMA subscript?)* ;

subscript
    : test (COLON test? (COLON test?)?)?
    | COLON test? (COLON test?)?
    ;

atom
    : NAME
    | NUMBER
    | STRING+
    | FSTRING
    | TRUE
    | FALSE
    | NONE
    | ELLIPSIS
    | LPAREN tests? RPAREN
    | LBRACK tests? RBRACK
    | LBRACE (entry (COMMA entry?)*)? RBRACE
    ;

entry : test (COLON test)? ;
