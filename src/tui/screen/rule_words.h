/* rule_words.h - the rules a player can meet, in a sentence or two each.
 * The identifiers are those of docs/RULES.md; every rule that a refusal names is here (a test says so).
 * Written so that they hold in every edition: what an edition changes stands in the edition's own rule. */
#ifndef SCREEN_RULE_WORDS_H
#define SCREEN_RULE_WORDS_H

/* X(identifier): the words are rule.IDENTIFIER in lang/. */
#define SCREEN_RULES_LIST(X) \
    X(D1)                    \
    X(S4)                    \
    X(T1)                    \
    X(T2)                    \
    X(T3)                    \
    X(T4)                    \
    X(A1)                    \
    X(A2)                    \
    X(A3)                    \
    X(A4)                    \
    X(A5)                    \
    X(A6)                    \
    X(A7)                    \
    X(C1)                    \
    X(O10)                   \
    X(G1)                    \
    X(G2)                    \
    X(G3)                    \
    X(W1)                    \
    X(W2)                    \
    X(U1)                    \
    X(U2)                    \
    X(O8)                    \
    X(P2)                    \
    X(P3)                    \
    X(O15)                   \
    X(O26)                   \
    X(K1)                    \
    X(K2)                    \
    X(K3)                    \
    X(H2)                    \
    X(H3)                    \
    X(H6)                    \
    X(H13)                   \
    X(H14)                   \
    X(H15)                   \
    X(H20)                   \
    X(H23)                   \
    X(H24)                   \
    X(O16)                   \
    X(O19)                   \
    X(O1)                    \
    X(O4)                    \
    X(E1)                    \
    X(E2)                    \
    X(N1)                    \
    X(N2)                    \
    X(N3)                    \
    X(N4)

#endif
