/* page_verify.c - checks in the page that a finished record follows from its seeds. */
#include "page.h"

#include "fair/evidence.h"

PAGE_EXPORT(verify) unsigned page_export_verify(unsigned bytes, unsigned lang);

static struct fair_evidence evidence;

static void report(void *context, const struct fair_check *check)
{
    struct pen_text *text = context;
    pen_text_add(text, "{");
    page_key(text, "check");
    page_string(text, fair_check_name(check->id));
    page_key(text, "good");
    pen_text_add(text, check->is_good ? "true" : "false");
    page_number(text, "line", check->line);
    page_key(text, "text");
    page_string(text, check->text);
    pen_text_add(text, "}\n");
}

/* Verifies the record, or the evidence, in page_in: one line of JSON per check, the last one is {"status":0}.
 */
unsigned page_export_verify(unsigned bytes, unsigned lang)
{
    struct pen_text text = page_answer();
    if (bytes > PAGE_IN_BYTES || lang >= pen_lang_count())
        return 0;
    struct fair_verify_host host = {
        .context = &text, .lang = (enum pen_lang)lang, .find_edition = page_find_edition, .report = report};
    enum fair_status status = fair_evidence_is(page_in, bytes)
                                  ? fair_evidence_judge(&evidence, page_in, bytes, &host)
                                  : fair_verify(&evidence.verifier, page_in, bytes, &host);
    pen_text_add(&text, "{");
    page_number(&text, "status", (uint64_t)status);
    pen_text_add(&text, "}\n");
    return (unsigned)text.length;
}
