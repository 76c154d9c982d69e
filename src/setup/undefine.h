/* undefine.h - the macros of settings.def go, until somebody else includes it. */
#undef NUMBER
#undef TRUTH
#undef WORD
#undef HOUSE
#undef STRING
#undef CLOCK
