// A whole game through cgo: three players who lay the first card that fits. How to build it: docs/LIBRARY.md.
package main

// #cgo LDFLAGS: -lpenultima
// #include <penultima/penultima.h>
import "C"
import "fmt"

func main() {
	var edition C.struct_pen_edition
	var rules C.struct_pen_rules
	var game C.struct_pen_game
	var legal C.struct_pen_legal
	options := C.pen_options_default()
	options.scoring = C.PEN_SCORING_QUICK
	if !C.pen_edition_builtin(C.CString("classic"), &edition) ||
		C.pen_rules_make(&rules, &edition, &options, nil) != C.PEN_RULES_GOOD {
		panic("these rules cannot be played")
	}
	C.pen_game_start_quick(&rules, &game, 3, 0, 7)
	actions := 0
	for must := C.pen_round_must(&game.round); must != 0; must = C.pen_round_must(&game.round) {
		C.pen_round_legal(&rules, &game.round, C.uint8_t(C.pen_bits_lowest(C.uint64_t(must))), &legal)
		if C.pen_game_apply(&rules, &game, C.pen_legal_at(&rules, &legal, 0), nil) != C.PEN_ACCEPTED {
			panic("it was legal")
		}
		actions++
	}
	fmt.Printf("seat %d went out after %d actions\n", C.pen_round_winner(&game.round), actions)
}
