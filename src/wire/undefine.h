/* undefine.h - the macros of messages.def, gone again. Included after it; no guard, it has to work every
 * time. */
#undef OBJECT
#undef END
#undef U8
#undef U16
#undef U32
#undef U64
#undef TRUTH
#undef WORD
#undef WORDS64
#undef WORDS16
#undef STRING
#undef HEX
#undef SEATS
#undef COUNTS8
#undef COUNTS16
#undef CARD
#undef COLOR
#undef KINDS
#undef HAND
#undef HANDS
#undef SHOWN
#undef CLOCK
#undef STRUCT
#undef LIST
#undef FLAT
