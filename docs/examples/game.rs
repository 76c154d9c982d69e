//! A whole game through bindgen: three players who lay the first card that fits. How to build it: docs/LIBRARY.md.
#[allow(warnings)]
mod pen {
    include!("penultima.rs"); // what bindgen wrote
}
use std::mem::zeroed;

fn main() {
    unsafe {
        let (mut edition, mut rules, mut game, mut legal) =
            (zeroed(), zeroed(), zeroed::<pen::pen_game>(), zeroed());
        let mut options = pen::pen_options_default();
        options.scoring = pen::PEN_SCORING_QUICK as _;
        assert!(pen::pen_edition_builtin(c"classic".as_ptr(), &mut edition));
        assert_eq!(pen::pen_rules_make(&mut rules, &edition, &options, std::ptr::null_mut()), pen::PEN_RULES_GOOD);
        pen::pen_game_start_quick(&rules, &mut game, 3, 0, 7);
        let mut actions = 0;
        loop {
            let must = pen::pen_round_must(&game.round);
            if must == 0 {
                break;
            }
            pen::pen_round_legal(&rules, &game.round, pen::pen_bits_lowest(must as u64) as u8, &mut legal);
            let action = pen::pen_legal_at(&rules, &legal, 0);
            assert_eq!(pen::pen_game_apply(&rules, &mut game, action, std::ptr::null_mut()), pen::PEN_ACCEPTED);
            actions += 1;
        }
        println!("seat {} went out after {} actions", pen::pen_round_winner(&game.round), actions);
    }
}
