/* prompt.c - asks a player: choices by number or name, help, the table, a card, the log. */
#include "prompt.h"

#include "cardview.h"
#include "choices.h"
#include "markdown.h"
#include "table.h"
#include "tools/buffer.h"
#include "tools/memory.h"

#include <editline/readline.h>
#include <stdlib.h>
#include <string.h>

/* ---- choices ---- */

/* Where the number of choice i is in its words. NULL: not exactly once. */
static const char *number_told(const struct choices *c, int i)
{
    size_t len = strlen(c->number[i]);
    const char *at = strstr(c->text[i], c->number[i]);

    return at && !strstr(at + len, c->number[i]) ? at : NULL;
}

/* Do the words of the two choices differ only in their numbers? */
static bool told_alike(const struct choices *c, int i, int j)
{
    const char *a = number_told(c, i), *b = number_told(c, j);

    return a && b && a - c->text[i] == b - c->text[j] &&
           !strncmp(c->text[i], c->text[j], (size_t)(a - c->text[i])) &&
           !strcmp(a + strlen(c->number[i]), b + strlen(c->number[j]));
}

/* How many choices from i on have consecutive numbers and are shown as a range. */
static int numbers_in_a_row(const struct choices *c, int i)
{
    int n = 0;

    while (i + n < c->n && c->number[i] && c->number[i + n] && choices_alike(c, i, i + n) &&
           told_alike(c, i, i + n) &&
           strtol(c->number[i + n], NULL, 10) == strtol(c->number[i], NULL, 10) + n)
        n++;
    return n;
}

/* How many choices from i on are told alike, and so can stand on one line. */
static int on_one_line(const struct choices *c, int i)
{
    int n = 0, row = choices_in_a_row(c, i);

    while (n < row && told_alike(c, i, i + n))
        n++;
    return n;
}

/* Many numbers with gaps: "bid 18, 20, 22 … 24". */
static void ranges_print(const struct board *b, const struct choices *c, int i, int n)
{
    const char *at = number_told(c, i);
    struct buffer line = {0};

    buffer_add(&line, "%.*s", (int)(at - c->text[i]), c->text[i]);
    for (int k = 0, row; k < n; k += row) {
        row = numbers_in_a_row(c, i + k);
        row = row > n - k ? n - k : row;
        buffer_add(&line, "%s%s", k ? ", " : "", c->number[i + k]);
        if (row > 2)
            buffer_add(&line, " … %s", c->number[i + k + row - 1]);
        else
            row = 1;
    }
    buffer_add(&line, "%s", at + strlen(c->number[i]));
    text_put_line(b->out, buffer_text(&line), 0, 4, board_width(b));
    buffer_free(&line);
}

/* "0 … 13", "bid 3 … 30", and other choices by name. */
static void numbers_print(const struct board *b, const struct choices *c)
{
    fputc('\n', b->out);
    for (int i = 0, n; i < c->n; i += n) {
        n = on_one_line(c, i);
        if (n >= MANY_NUMBERS) {
            ranges_print(b, c, i, n);
            continue;
        }
        bool alone = c->number[i] == c->pick[i], same = !strcmp(c->pick[i], c->text[i]);

        n = numbers_in_a_row(c, i);
        if (n > 2) {
            const char *at = number_told(c, i);
            fprintf(b->out, "%.*s%s … %s%s\n", (int)(at - c->text[i]), c->text[i], c->number[i],
                    c->number[i + n - 1], at + strlen(c->number[i]));
            continue;
        }
        n = 1;
        fprintf(b->out, "%s%s%s\n", alone ? c->pick[i] : "", alone && !same ? "  " : "",
                alone && same ? "" : c->text[i]);
    }
}

static void choices_print(const struct board *b, const struct choices *c)
{
    if (c->numbers) {
        numbers_print(b, c);
        return;
    }
    struct showing s = {.in = b->in, .game = b->game, .colour = b->colour};
    struct table t = {.columns = 3, .right = {true}, .wrap = !b->brief};

    for (int i = 0; i < 3; i++)
        table_add(&t, "");
    for (int i = 0; i < c->n; i++) {
        struct buffer about = {0};
        table_addf(&t, "%d", i + 1);
        table_add(&t, c->text[i]);
        if (c->card[i] >= 0)
            card_summary(&about, &s, c->card[i]);
        table_add(&t, buffer_text(&about));
        buffer_free(&about);
    }
    table_print(&t, b->out, board_width(b), false);
    table_free(&t);
}

/* The choice that the words name: its whole name, else the only one that begins so, else the
 * only one that contains them. -1: none. -2: several. */
static int choice_named(const struct choices *c, const char *words)
{
    char want[256], text[512], pick[512];
    int found[3] = {-1, -1, -1};
    size_t len = text_fold(words, want, sizeof want);

    for (int i = 0; i < c->n; i++) {
        text_fold(c->text[i], text, sizeof text);
        text_fold(c->pick[i], pick, sizeof pick);
        bool fits[3] = {!strcmp(text, want) || !strcmp(pick, want),
                        !strncmp(text, want, len) || !strncmp(pick, want, len),
                        len > 1 && (strstr(text, want) || strstr(pick, want))};
        for (int k = 0; k < 3; k++)
            if (fits[k])
                found[k] = found[k] == -1 ? i : -2;
    }
    for (int k = 0; k < 3; k++)
        if (found[k] != -1)
            return found[k];
    return -1;
}

static void say_which(struct prompt *p, const struct choices *c, const char *words, int found)
{
    const char *near = NULL;

    if (found == -1 && !is_whole_number(words))
        near = ct_suggest(words, (const char *const *)c->text, (size_t)c->n);
    BOARD_SAY(p->board,
              found == -2 ? "ASK_SEVERAL"
              : near      ? "ASK_NEAR"
                          : "ASK_NONE",
              TEXT("word", words), TEXT("near", near));
}

/* ---- lines ---- */

static char *read_line(struct prompt *p)
{
    char *line = NULL;
    size_t cap = 0;

    fflush(p->board->out);
    if (p->terminal) {
        line = readline("> ");
        if (line && *line)
            add_history(line);
        return line;
    }
    fputs("> ", p->board->out);
    ssize_t n = getline(&line, &cap, stdin);
    if (n < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = 0;
    text_put(p->board->out, line);
    fputc('\n', p->board->out);
    return line;
}

static char *trimmed(char *line)
{
    char *end;

    while (*line == ' ' || *line == '\t')
        line++;
    end = line + strlen(line);
    while (end > line && strchr(" \t\r\n", end[-1]))
        *--end = 0;
    return line;
}

static void show_log(const struct prompt *p, size_t from)
{
    for (size_t i = from > p->log_from ? from : p->log_from; i < p->log_to; i++) {
        const char *line = p->log[i % PROMPT_LOG];
        text_put_line(p->board->out, line, 0, 2 + (int)strspn(line, " "),
                      terminal_width(p->board->out));
    }
}

/* The adviser's choice, and its estimates for the best three. */
static void hint(struct prompt *p, const struct choices *c, int seat)
{
    static const struct ct_bot_spec spec = {.kind = CT_BOT_MCTS, .n = 1000};
    const struct board *b = p->board;
    struct buffer text = {0};

    if (!p->adviser && !(p->adviser = ct_bot_new(b->in.def, &spec)))
        return;
    ct_bot_begin(p->adviser, b->game, seat, ct_seed(b->game));
    int pick = ct_bot_choose(p->adviser, b->game, seat);
    if (pick >= 0 && pick < c->n) {
        choices_hint(&text, c, &b->in, pick, p->adviser);
    } else {
        char *none = SENTENCE(&b->in, "NO_HINT", TEXT("what", ct_bot_error(p->adviser)));
        buffer_add(&text, "%s\n", none);
        free(none);
    }
    text_put_lines(b->out, buffer_text(&text));
    buffer_free(&text);
}

/* Is it an action with this name, which no card has? */
static bool is_action(const struct speech *in, const char *name)
{
    const char *id;
    bool is = false;

    for (int a = 0; *name && (id = ct_action_id(in->def, a)); a++)
        is |= strcmp(id, name) == 0;
    for (int c = 0; is && (id = ct_card_id(in->def, c)); c++)
        is = strcmp(id, name) != 0;
    return is;
}

/* "card NAME" and "why NAME", said of the card that is meant, or of the action. */
static void about_card(struct prompt *p, const char *word, const char *name, int seat)
{
    const struct board *b = p->board;
    struct showing s = {.in = b->in, .game = b->game, .colour = b->colour};

    bool action = !strcmp(word, "why") && is_action(&b->in, name);

    fflush(b->out);
    int card = *name && !action ? card_named("", &s, name) : -1;
    if (!*name)
        BOARD_SAY(b, "ASK_CARD", TEXT("word", word));
    if (card < 0 && !action)
        return;
    if (!strcmp(word, "card")) {
        card_print(&s, card);
        return;
    }
    char *why = action ? ct_why_action(b->engine, b->game, seat, name)
                       : ct_why(b->engine, b->game, seat, card);
    if (why) {
        text_put_lines(b->out, why);
    } else {
        text_put_message(b->out, ct_error(b->engine));
        fputc('\n', b->out);
    }
    free(why);
}

/* The rules for players; else the README of the game or of one that it extends, since a variant
 * may be very short. */
static char *rules_text(const struct speech *in)
{
    static const char name[] = "ruleset.yaml";
    char *text = rules_told(in);
    const char *file;

    for (int i = 0; !text && (file = ct_source_file(in->def, i)); i++) {
        size_t n = strlen(file), tail = sizeof name - 1;
        if (n <= tail || strcmp(file + n - tail, name) != 0)
            continue;
        char *path = mem_printf("%.*sREADME.md", (int)(n - tail), file);
        text = ct_file_read(path, &n, NULL);
        free(path);
    }
    return text;
}

static void show_rules(const struct prompt *p)
{
    const struct board *b = p->board;
    char *text = rules_text(&b->in);

    if (!text) {
        struct buffer path = {0};
        buffer_add(&path, "%s/README.md", ct_get_info(b->in.def, b->in.lang).folder);
        BOARD_SAY(b, "NO_RULES", TEXT("path", buffer_text(&path)));
        buffer_free(&path);
    }
    markdown_print(b->out, text ? text : "", b->width ? b->width : terminal_width(b->out),
                   b->colour);
    free(text);
}

/* Answers a command. True if it was one. */
static bool command(struct prompt *p, const struct choices *c, char *line, int seat)
{
    const struct board *b = p->board;

    if (!*line) {
        choices_print(b, c);
    } else if (!strcmp(line, "?") || !strcmp(line, "help")) {
        fputs(own_word(&b->in, "ASK_HELP"), b->out);
    } else if (!strcmp(line, "table")) {
        board_print(b, seat);
    } else if (!strcmp(line, "log")) {
        show_log(p, 0);
    } else if (!strcmp(line, "rules")) {
        show_rules(p);
    } else if (!strcmp(line, "hint")) {
        hint(p, c, seat);
    } else if (!strcmp(line, "card") || !strncmp(line, "card ", 5)) {
        about_card(p, "card", trimmed(line + 4), seat);
    } else if (!strcmp(line, "why") || !strncmp(line, "why ", 4)) {
        about_card(p, "why", trimmed(line + 3), seat);
    } else {
        return false;
    }
    return true;
}

/* The only choice whose words end with that number, for example "call 4" beside "bet 10 … 50".
 * -1: none. */
static int number_ends(const struct choices *c, const char *number)
{
    int found = -1;

    for (int i = 0; i < c->n; i++) {
        const char *space = strrchr(c->pick[i], ' ');
        if (space && !strcmp(space + 1, number))
            found = found == -1 ? i : -2;
    }
    return found < 0 ? -1 : found;
}

/* The number of the choice in a line. -1: not understood (reported). */
static int chosen(struct prompt *p, const struct choices *c, const char *line)
{
    long n = strtol(line, NULL, 10);

    for (int i = 0; c->numbers && is_whole_number(line) && i < c->n; i++)
        if (c->number[i] && strtol(c->number[i], NULL, 10) == n)
            return i;
    if (!c->numbers && is_whole_number(line)) {
        if (n >= 1 && n <= c->n)
            return (int)n - 1;
        BOARD_SAY(p->board, "ASK_RANGE", NUMBER("n", c->n));
        return -1;
    }
    if (c->numbers && is_whole_number(line)) {
        int only = number_ends(c, line);
        if (only < 0)
            BOARD_SAY(p->board, "ASK_NUMBER", TEXT("word", line));
        return only;
    }
    int found = choice_named(c, line);
    if (found < 0)
        say_which(p, c, line, found);
    return found < 0 ? -1 : found;
}

/* A line that leaves the prompt without a choice: PROMPT_QUIT, PROMPT_UNDO. PROMPT_ERROR: such a
 * line with a mistake (reported). Else 0. */
static int leaving(struct prompt *p, const char *words)
{
    char *end = NULL;
    long n = 1;

    if (!strcmp(words, "quit") || !strcmp(words, "exit"))
        return PROMPT_QUIT;
    if (strncmp(words, "undo", 4) != 0 || (words[4] && words[4] != ' '))
        return 0;
    if (words[4])
        n = strtol(words + 4, &end, 10);
    if ((end && *end) || n < 1 || n > 1000000) {
        fprintf(p->board->out, "%s\n", own_word(&p->board->in, "ASK_UNDO"));
        return PROMPT_ERROR;
    }
    p->undo = (int)n;
    return PROMPT_UNDO;
}

/* The visible cards, the player's own, the question and the choices. */
static void question(const struct board *b, const struct choices *c, int seat)
{
    fputc('\n', b->out);
    board_open(b, seat);
    board_seat(b, seat, seat);
    fputs(b->colour ? "\033[1m" : "", b->out);
    text_wrap(b->out, mem_said(ct_prompt(b->engine, b->game)), 0, 2, board_width(b));
    fputs(b->colour ? "\033[0m\n" : "\n", b->out);
    choices_print(b, c);
}

/* Returns it as text, as brief as given; freed by the caller. */
static char *question_text(const struct board *b, const struct choices *c, int seat,
                           enum brevity brief)
{
    struct board other = *b;
    struct buffer text = {0};

    other.out = buffer_stream(&text);
    other.width = terminal_width(b->out);
    other.brief = brief;
    question(&other, c, seat);
    return buffer_take(&text);
}

static int lines_in(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* On a terminal only as brief as it must be to stand there together with the line below it. */
static void question_print(const struct prompt *p, const struct choices *c, int seat)
{
    const struct board *b = p->board;
    int height = terminal_height(b->out);

    if (!height || !terminal_width(b->out)) {
        question(b, c, seat);
        return;
    }
    for (int brief = BOARD_IN_FULL; brief < BOARD_BREVITIES; brief++) {
        char *text = question_text(b, c, seat, (enum brevity)brief);
        bool fits = lines_in(text) < height || brief + 1 == BOARD_BREVITIES;
        if (fits)
            fputs(text, b->out);
        free(text);
        if (fits)
            return;
    }
}

int prompt_decide(struct prompt *p, int seat, const char *words, const char **why)
{
    bool all = !strcmp(words, "all");
    int pick = all ? habit_all(&p->habit[seat], p->board, seat)
                   : habit_pass(&p->habit[seat], p->board, seat);

    *why = pick < 0 ? own_word(&p->board->in, all ? "ASK_ALL" : "ASK_PASS") : NULL;
    return pick;
}

int prompt_goes_on(struct prompt *p, int seat)
{
    return habit_next(&p->habit[seat], p->board, seat);
}

/* `all` or `pass`, unless a choice begins so: its number, or -1 (reported). */
static int decided(struct prompt *p, const struct choices *c, const char *words, int seat)
{
    const char *why = NULL;
    size_t n = strlen(words);
    bool is = !strcmp(words, "all") || !strcmp(words, "pass");

    for (int i = 0; i < c->n; i++)
        is &= strncmp(c->text[i], words, n) != 0 && strncmp(c->pick[i], words, n) != 0;
    int pick = is ? prompt_decide(p, seat, words, &why) : -1;
    if (why)
        fprintf(p->board->out, "%s\n", why);
    return is ? pick : chosen(p, c, words);
}

int prompt_ask(struct prompt *p, int seat)
{
    const struct board *b = p->board;
    struct choices c = {0};
    int picked = -1;

    if (!choices_read(&c, b, seat))
        return PROMPT_ERROR;
    question_print(p, &c, seat);
    while (picked < 0) {
        char *line = read_line(p);
        if (!line) {
            picked = PROMPT_END;
            break;
        }
        char *words = trimmed(line);
        int left = leaving(p, words);
        if (!left && !command(p, &c, words, seat))
            picked = decided(p, &c, words, seat);
        free(line);
        if (left == PROMPT_QUIT || left == PROMPT_UNDO) {
            picked = left;
            break;
        }
    }
    choices_free(&c);
    return picked;
}

int prompt_hand_over(struct prompt *p, int seat, size_t from)
{
    static const char *const empty = "\033[2J\033[3J\033[H";
    const struct board *b = p->board;
    const char *name = mem_said(ct_seat_name(b->engine, b->game, seat));
    char *go = SENTENCE(&b->in, "PAGE_CURTAIN_GO", TEXT("who", name));
    struct buffer enter = {0};

    clear_history();
    fputs(empty, b->out);
    BOARD_SAY(b, "PAGE_CURTAIN", TEXT("who", name));
    BOARD_SAY(b, "PAGE_CURTAIN_GIVE", TEXT("who", name));
    buffer_add(&enter, "[Enter] %s ", go);
    fflush(b->out);
    int left = PROMPT_ERROR;
    while (left == PROMPT_ERROR) {
        char *line = readline(buffer_text(&enter));
        left = line ? leaving(p, trimmed(line)) : PROMPT_END;
        free(line);
    }
    free(go);
    buffer_free(&enter);
    fputs(empty, b->out);
    if (!left)
        show_log(p, from);
    return left;
}

char *prompt_said(struct prompt *p, int seat, const char *words)
{
    const struct board *own = p->board;
    struct board other = *own;
    struct choices c = {0};
    struct buffer text = {0};
    char *line = mem_strdup(words);

    other.out = buffer_stream(&text);
    other.colour = false;
    other.width = terminal_width(own->out) - 2; /* a margin at each side */
    p->board = &other;
    if (choices_read(&c, &other, seat))
        command(p, &c, line, seat);
    choices_free(&c);
    p->board = own;
    free(line);
    return buffer_take(&text);
}

void prompt_log(struct prompt *p, const struct ct_line *line)
{
    struct buffer s = {0};

    for (int i = 0; i < line->depth; i++)
        buffer_add(&s, "  ");
    buffer_add(&s, "%s", line->text);
    if (p->log_to - p->log_from == PROMPT_LOG)
        prompt_forget(p, p->log_from + 1);
    p->log[p->log_to++ % PROMPT_LOG] = buffer_take(&s);
}

void prompt_forget(struct prompt *p, size_t n)
{
    for (; p->log_from < n && p->log_from < p->log_to; p->log_from++)
        free(p->log[p->log_from % PROMPT_LOG]);
}

void prompt_free(struct prompt *p)
{
    ct_bot_free(p->adviser);
    for (int i = 0; i < CT_MAX_SEATS; i++)
        habit_forget(&p->habit[i]);
    prompt_forget(p, p->log_to);
}
