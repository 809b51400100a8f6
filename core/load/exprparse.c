/* exprparse.c: a tokenizer and a precedence-climbing parser for expressions.
 *
 * The number of tokens is limited, so that neither the parser nor a walk over the tree runs out
 * of stack.
 */
#include "load/exprparse.h"
#include "base/shown.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_TOKENS = 256 };

/* ---- places inside a scalar ---- */

/* Byte offset of 1-based character COL in LINE. */
static size_t byte_of(const char *line, int col)
{
    size_t at = 0;
    for (int c = 1; c < col && line[at]; c++)
        do
            at++;
        while (((unsigned char)line[at] & 0xC0) == 0x80);
    return at;
}

static int column_of(const struct node *n, const char *line, size_t at)
{
    if (!line || n->kind != NODE_SCALAR || at > n->len)
        return n->col;
    size_t from = byte_of(line, n->col);
    if (!n->plain && line[from] != '"' && line[from] != '\'')
        return n->col;
    from += !n->plain;
    if (strncmp(line + from, n->text, n->len) != 0)
        return n->col;
    int chars = 0;
    for (size_t i = 0; i < at; i++)
        chars += ((unsigned char)n->text[i] & 0xC0) != 0x80;
    return n->col + !n->plain + chars;
}

int text_column(const struct node *n, size_t at)
{
    char *line = source_line(n->src, n->line);
    int col = column_of(n, line, at);
    free(line);
    return col;
}

/* ---- tokens ---- */

enum token_kind { TOK_END, TOK_INT, TOK_NAME, TOK_PARAM, TOK_SIGN };
struct token {
    enum token_kind kind;
    size_t from, to;
    int64_t value;
    const char *text;
};

struct parser {
    struct arena *arena;
    struct diags *diags;
    const struct node *node;
    struct token tok[MAX_TOKENS + 1];
    int n, at;
    bool bad;
};

#define FAIL(p, where, ...)                                                                    \
    do {                                                                                       \
        if (!(p)->bad)                                                                         \
            text_error((p)->diags, (p)->node, where, __VA_ARGS__);                             \
        (p)->bad = true;                                                                       \
    } while (0)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Operators of other languages, longer ones first. */
static const struct {
    const char *sign, *hint;
} foreign[] = {
    {"&&", "write 'and'"},
    {"||", "write 'or'"},
    {"~=", "write '!='"},
    {"<>", "write '!='"},
    {"=<", "write '<='"},
    {"=>", "write '>='"},
    {"=", "write '=='"},
    {"!", "write 'not'"},
    {"&", "write 'and'"},
    {"|", "write 'or'"},
    {"/", "write '//': numbers are whole, // rounds down"},
    {"?", "write 'if(condition, this, that)'"},
    {"{", "a formula cannot hold a map: name the map in 'let', and write its name here"},
    {"[", "a formula cannot hold a list: name a selector in 'let', and write its name here"},
    {"'", "write words without quotes"},
    {"\"", "write words without quotes"},
    {"“", "put a formula between plain quotes: \"…\""},
    {"„", "put a formula between plain quotes: \"…\""},
    {"≤", "write '<='"},
    {"≥", "write '>='"},
    {"≠", "write '!='"},
    {"×", "write '*'"},
    {"÷", "write '//'"},
    {"−", "write a plain '-'"},
    {"–", "write a plain '-'"},
};
static const char *const signs[] = {"//", "==", "!=", "<=", ">=", "<", ">", "+",
                                    "-",  "*",  "%",  "(",  ")",  ",", "."};

/* Most signs differ in their first byte. */
static bool begins(const char *text, const char *sign)
{
    return *text == *sign && strncmp(text, sign, strlen(sign)) == 0;
}

/* Length of the sign at TEXT; 0 after an error. */
static size_t sign_len(struct parser *p, const char *text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (begins(text, signs[i]) && signs[i][1])
            return 2;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (begins(text, foreign[i].sign)) {
            FAIL(p, (size_t)(text - p->node->text), "EXPR-SYNTAX", foreign[i].hint,
                 "'%s' has no meaning in expressions", foreign[i].sign);
            return 0;
        }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!signs[i][1] && *text == *signs[i])
            return 1;
    uint32_t cp;
    size_t len = shown_utf8(text, strlen(text), &cp);
    FAIL(p, (size_t)(text - p->node->text), "EXPR-SYNTAX", NULL,
         "an expression cannot have '%.*s'", len ? (int)len : 1, text);
    return 0;
}

static size_t read_number(struct parser *p, const char *text, struct token *t)
{
    size_t len = 0;
    for (; is_digit(text[len]); len++)
        if (t->value <= EXPR_MAX_NUMBER)
            t->value = t->value * 10 + (text[len] - '0');
    if (is_letter(text[len]) || (text[len] == '.' && is_digit(text[len + 1])))
        FAIL(p, t->from, "EXPR-SYNTAX", NULL, "numbers are whole and written with digits only");
    else if (t->value > EXPR_MAX_NUMBER)
        FAIL(p, t->from, "RANGE", NULL, "numbers go up to %d", EXPR_MAX_NUMBER);
    t->kind = TOK_INT;
    return len;
}

static size_t read_token(struct parser *p, const char *text, struct token *t)
{
    size_t len = *text == '$';
    if (is_digit(*text))
        return read_number(p, text, t);
    while (is_letter(text[len]) || (len > 0 && is_digit(text[len])))
        len++;
    if (len == 1 && *text == '$')
        FAIL(p, t->from, "EXPR-SYNTAX", NULL, "'$' needs the name of a parameter");
    t->kind = *text == '$' ? TOK_PARAM : TOK_NAME;
    if (len > 0)
        return len;
    t->kind = TOK_SIGN;
    return sign_len(p, text);
}

static void tokenize(struct parser *p)
{
    const char *text = p->node->text;
    size_t at = 0;
    for (;;) {
        at += strspn(text + at, " \t\n\r");
        struct token *t = &p->tok[p->n++];
        *t = (struct token){.kind = TOK_END, .from = at, .to = at, .text = ""};
        if (at >= p->node->len)
            return;
        if (p->n > MAX_TOKENS)
            FAIL(p, at, "EXPR-LONG", "name a part of it with 'let'",
                 "the expression is longer than %d words and signs", MAX_TOKENS);
        size_t len = p->bad ? 0 : read_token(p, text + at, t);
        if (p->bad)
            return;
        t->to = at + len;
        t->text = arena_strndup(p->arena, text + at, len);
        at += len;
    }
}

/* ---- the tree ---- */

static struct ast *parse_binary(struct parser *p, int min);

static struct token *peek(struct parser *p)
{
    return &p->tok[p->at];
}

static bool take(struct parser *p, const char *text)
{
    struct token *t = peek(p);
    if ((t->kind != TOK_SIGN && t->kind != TOK_NAME) || strcmp(t->text, text) != 0)
        return false;
    p->at++;
    return true;
}

static struct ast *ast_new(struct parser *p, enum ast_kind kind, size_t from)
{
    struct ast *a = arena_alloc(p->arena, sizeof *a);
    a->kind = kind;
    a->from = a->at = from;
    a->to = p->at > 0 ? p->tok[p->at - 1].to : 0;
    return a;
}

/* What to write instead of the next word or sign. NULL: unknown. */
static const char *next_meant(struct parser *p)
{
    static const char *const words[][2] = {
        {"is", "write '=='"},
        {"if", "write 'if(condition, value, other value)'. A step with a condition has 'if' "
               "beside it"},
        {"where", "write seats with a condition as a map: {where: gold > 0, among: others}. "
                  "Cards, too: {zone: row, where: it.cost > 2}"},
        {"among", "write seats among some as a map: {most: gold, among: others}"}};
    const struct token *t = peek(p);
    if (!p->at && t->kind == TOK_SIGN && is_among("< > <= >=", t->text))
        return "a comparison is a map: {at_least: 6}";
    for (size_t i = 0; t->kind == TOK_NAME && i < sizeof words / sizeof *words; i++)
        if (strcmp(t->text, words[i][0]) == 0)
            return words[i][1];
    return NULL;
}

static void unexpected(struct parser *p, const char *wanted)
{
    struct token *t = peek(p);
    if (t->kind == TOK_END)
        FAIL(p, t->from, "EXPR-SYNTAX", NULL, "the expression ends before %s", wanted);
    else
        FAIL(p, t->from, "EXPR-SYNTAX", next_meant(p), "here is '%s' where %s is needed",
             t->text, wanted);
}

static bool is_keyword(const char *text)
{
    return is_among("and or not in", text);
}

static void parse_arguments(struct parser *p, struct ast *call)
{
    if (take(p, ")"))
        return;
    do {
        if (call->nargs == K_MAX_ARGS) {
            FAIL(p, peek(p)->from, "EXPR-SYNTAX", NULL, "a function takes at most %d values",
                 K_MAX_ARGS);
            return;
        }
        call->arg[call->nargs++] = parse_binary(p, 1);
        if (p->bad)
            return;
    } while (take(p, ","));
    if (!take(p, ")"))
        unexpected(p, "')'");
}

static struct ast *parse_name(struct parser *p)
{
    struct token *t = &p->tok[p->at++];
    bool yes = strcmp(t->text, "true") == 0;
    if (yes || strcmp(t->text, "false") == 0) {
        struct ast *flag = ast_new(p, AST_FLAG, t->from);
        flag->value = yes;
        return flag;
    }
    bool call = take(p, "(");
    struct ast *a = ast_new(p, call ? AST_CALL : AST_NAME, t->from);
    a->id = t->text;
    if (call)
        parse_arguments(p, a);
    a->to = p->tok[p->at - 1].to;
    return a;
}

static struct ast *parse_primary(struct parser *p)
{
    struct token *t = peek(p);
    struct ast *a = NULL;
    if (t->kind == TOK_NAME && !is_keyword(t->text)) {
        a = parse_name(p);
    } else if (t->kind == TOK_INT || t->kind == TOK_PARAM) {
        p->at++;
        a = ast_new(p, t->kind == TOK_INT ? AST_INT : AST_PARAM, t->from);
        a->value = t->value;
        a->id = t->text + (t->kind == TOK_PARAM);
    } else if (take(p, "(")) {
        a = parse_binary(p, 1);
        if (!p->bad && !take(p, ")"))
            unexpected(p, "')'");
        if (!p->bad) {
            a->from = t->from;
            a->to = p->tok[p->at - 1].to;
        }
    } else {
        unexpected(p, "a value");
    }
    return a;
}

/* NAME(…) after a dot: a script's function takes no object. */
static bool field_called(struct parser *p, const struct ast *base, const struct token *field)
{
    if (peek(p)->kind != TOK_SIGN || strcmp(peek(p)->text, "(") != 0)
        return false;
    FAIL(p, field->from, "EXPR-SYNTAX", arena_printf(p->arena, "write '%s(…)'", field->text),
         base && base->kind == AST_NAME && strcmp(base->id, "pure") == 0
             ? "in a formula, call a script's function without 'pure.'"
             : "call a script's function by its name, with all values in brackets");
    return true;
}

static struct ast *parse_unary(struct parser *p)
{
    size_t from = peek(p)->from;
    if (take(p, "-")) {
        struct ast *operand = parse_unary(p), *a = ast_new(p, AST_UNARY, from);
        a->op = X_NEG;
        a->a = operand;
        return a;
    }
    struct ast *a = parse_primary(p);
    while (!p->bad && take(p, ".")) {
        struct token *field = peek(p);
        if (field->kind != TOK_NAME || is_keyword(field->text)) {
            unexpected(p, "a name");
            break;
        }
        p->at++;
        if (field_called(p, a, field))
            break;
        struct ast *dot = ast_new(p, AST_DOT, from);
        dot->a = a;
        dot->id = field->text;
        dot->at = field->from;
        a = dot;
    }
    return a;
}

enum { PREC_OR = 1, PREC_AND, PREC_NOT, PREC_COMPARE, PREC_ADD, PREC_MUL };
static const struct {
    const char *text;
    int prec;
    enum xop op;
} binary[] = {
    {"or", PREC_OR, X_OR},      {"and", PREC_AND, X_AND},      {"==", PREC_COMPARE, X_EQ},
    {"!=", PREC_COMPARE, X_NE}, {"<", PREC_COMPARE, X_LT},     {"<=", PREC_COMPARE, X_LE},
    {">", PREC_COMPARE, X_GT},  {">=", PREC_COMPARE, X_GE},    {"+", PREC_ADD, X_ADD},
    {"-", PREC_ADD, X_SUB},     {"*", PREC_MUL, X_MUL},        {"//", PREC_MUL, X_DIV},
    {"%", PREC_MUL, X_MOD},     {"in", PREC_COMPARE, X_HOLDS},
};

/* Index in `binary` of the operator here. -1: none. */
static int operator_here(struct parser *p)
{
    struct token *t = peek(p);
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if ((t->kind == TOK_SIGN || t->kind == TOK_NAME) && *t->text == *binary[i].text &&
            strcmp(t->text, binary[i].text) == 0)
            return (int)i;
    return -1;
}

static struct ast *parse_not(struct parser *p, int min)
{
    size_t from = peek(p)->from;
    if (min > PREC_COMPARE || !take(p, "not"))
        return parse_unary(p);
    struct ast *operand = parse_binary(p, PREC_COMPARE), *a = ast_new(p, AST_UNARY, from);
    a->op = X_NOT;
    a->a = operand;
    return a;
}

static struct ast *parse_binary(struct parser *p, int min)
{
    size_t from = peek(p)->from;
    struct ast *left = parse_not(p, min);
    int op, last = 0;
    while (!p->bad && (op = operator_here(p)) >= 0 && binary[op].prec >= min) {
        int prec = binary[op].prec;
        size_t at = peek(p)->from;
        if (prec == PREC_COMPARE && last == PREC_COMPARE) {
            FAIL(p, at, "EXPR-SYNTAX", "join two comparisons with 'and'",
                 "comparisons do not chain");
            break;
        }
        p->at++;
        struct ast *right = parse_binary(p, prec + 1);
        struct ast *a = ast_new(p, AST_BINARY, from);
        a->op = binary[op].op;
        a->at = at;
        a->a = left;
        a->b = right;
        left = a;
        last = prec;
    }
    return left;
}

struct ast *expr_parse(struct arena *arena, struct diags *diags, const struct node *n)
{
    struct parser p = {.arena = arena, .diags = diags, .node = n};
    tokenize(&p);
    if (!p.bad && p.n == 1)
        FAIL(&p, 0, "EXPR-EMPTY", NULL, "the expression is empty");
    struct ast *a = p.bad ? NULL : parse_binary(&p, 1);
    if (!p.bad && peek(&p)->kind != TOK_END)
        unexpected(&p, "an operator");
    return p.bad ? NULL : a;
}
