/**
 * DSL text to model and back: {@link org.crosstile.syntax.Reader} and {@link
 * org.crosstile.syntax.Printer}.
 *
 * <p>Reading goes from the outside in. {@code Lexer} and {@code Lines} cut a whole Python file into
 * logical lines by indentation; what lies outside decorated classes, functions and factories is
 * never parsed. The grammar knows single lines. {@code Evaluator} computes module constants and
 * factory bodies; {@code BodyReader} turns DSL bodies into statements of the model.
 *
 * <p>Belongs here: text forms. Does not belong here: what a program means; rules that need more
 * than the text at hand are in {@code check}. Of the operators this package knows the catalogue
 * only.
 */
@NullMarked
package org.crosstile.syntax;

import org.jspecify.annotations.NullMarked;
