"""The shared library and its functions. Everything else of the package is written on top of this."""
import ctypes
import operator
import os
import weakref
from ctypes import POINTER, c_char_p, c_int, c_int32, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Callable, Collection, Optional, Sequence

SEATS_MAX = 10
KINDS_MAX = 64
ACTIONS = 192
ACTION_WORDS = 3
OBSERVATION_BYTES = 384

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "lab_version": (c_char_p, []),
    "lab_lang_id": (c_char_p, [c_uint]),
    "lab_edition_id": (c_char_p, [c_uint]),
    "lab_edition_source": (c_char_p, [c_char_p]),
    "lab_house_add": (c_int, [c_char_p, POINTER(c_uint64)]),
    "lab_house_id": (c_char_p, [c_uint]),
    "lab_house_numbers": (None, [c_uint, POINTER(c_uint), POINTER(c_uint)]),
    "lab_rules_new": (c_void_p, [c_char_p, c_size_t, c_uint64, c_uint, c_uint, c_uint, c_uint, c_uint, c_char_p,
                                 c_size_t]),
    "lab_rules_free": (None, [c_void_p]),
    "lab_rules_source": (None, [c_void_p, c_char_p, c_size_t]),
    "lab_rules_numbers": (None, [c_void_p, c_void_p]),
    "lab_rules_id": (c_char_p, [c_void_p]),
    "lab_rules_title": (c_char_p, [c_void_p, c_uint]),
    "lab_color_id": (c_char_p, [c_void_p, c_uint]),
    "lab_card_numbers": (None, [c_void_p, c_uint, c_void_p]),
    "lab_card_text": (None, [c_void_p, c_uint, c_char_p, c_size_t]),
    "lab_card_name": (None, [c_void_p, c_uint, c_uint, c_char_p, c_size_t]),
    "lab_refusal_text": (c_char_p, [c_uint, c_uint]),
    "lab_refusal_rule": (c_char_p, [c_uint]),
    "lab_verb": (c_char_p, [c_uint]),
    "lab_phase": (c_char_p, [c_uint]),
    "lab_bot_id": (c_char_p, [c_uint]),
    "lab_bot_is_good": (c_int, [c_char_p]),
    "lab_simulate": (c_int, [c_void_p, c_uint, POINTER(c_char_p), c_uint64, c_uint64, c_uint64, c_void_p]),
    "lab_batch_new": (c_void_p, [c_void_p, c_size_t, c_uint64, c_uint, c_uint, c_uint32, POINTER(c_char_p),
                                 POINTER(c_int32)]),
    "lab_batch_free": (None, [c_void_p]),
    "lab_batch_use": (None, [c_void_p] * 8),
    "lab_batch_look": (None, [c_void_p, c_size_t, c_size_t]),
    "lab_batch_step": (c_size_t, [c_void_p, c_size_t, c_size_t]),
    "lab_batch_reset": (None, [c_void_p, c_size_t, c_size_t, c_uint64]),
    "lab_batch_copy": (None, [c_void_p, c_void_p]),
    "lab_batch_observe": (None, [c_void_p, c_size_t, c_uint, c_void_p]),
    "lab_batch_lies": (None, [c_void_p, c_size_t, c_void_p]),
    "lab_batch_reveal": (None, [c_void_p, c_size_t, c_void_p]),
    "lab_game_seed": (c_uint64, [c_uint64, c_uint64, c_uint64]),
    "lab_game_dealer": (c_uint, [c_uint64, c_uint]),
    "lab_table_new": (c_void_p, [c_void_p, c_uint, c_uint64, c_int32, POINTER(c_char_p)]),
    "lab_table_free": (None, [c_void_p]),
    "lab_table_copy": (c_void_p, [c_void_p]),
    "lab_table_record": (c_char_p, [c_void_p]),
    "lab_table_read": (c_void_p, [c_char_p, c_size_t, c_void_p, c_uint, POINTER(c_void_p), c_char_p, c_size_t]),
    "lab_table_apply": (c_uint, [c_void_p, c_void_p]),
    "lab_table_deal": (c_uint, [c_void_p]),
    "lab_table_can_deal": (c_int, [c_void_p]),
    "lab_table_must": (c_uint, [c_void_p]),
    "lab_table_may": (c_uint, [c_void_p]),
    "lab_table_legal": (c_uint, [c_void_p, c_uint, c_uint, c_void_p]),
    "lab_table_action": (None, [c_void_p, c_uint, c_uint, c_void_p]),
    "lab_table_number": (c_uint, [c_void_p, c_void_p]),
    "lab_table_observe": (None, [c_void_p, c_uint, c_void_p]),
    "lab_table_view": (None, [c_void_p, c_uint, c_void_p, c_void_p, c_void_p]),
    "lab_table_hand": (None, [c_void_p, c_uint, c_void_p]),
    "lab_table_name": (c_char_p, [c_void_p, c_uint]),
    "lab_table_action_text": (None, [c_void_p, c_void_p, c_char_p, c_size_t]),
    "lab_table_told": (None, [c_void_p, c_uint, c_uint, c_char_p, c_size_t]),
    "lab_batch_state_bytes": (c_size_t, [c_void_p]),
    "lab_batch_save": (None, [c_void_p, c_void_p]),
    "lab_batch_load": (None, [c_void_p, c_char_p]),
    "lab_master": (c_int, [c_void_p, c_uint, c_void_p, c_void_p, c_void_p, c_void_p]),
    "lab_frames_new": (c_void_p, [c_char_p, c_size_t, c_void_p, c_uint, c_char_p, c_size_t]),
    "lab_frames_free": (None, [c_void_p]),
    "lab_frames_count": (c_size_t, [c_void_p]),
    "lab_frames_columns": (c_uint, []),
    "lab_frames_read": (None, [c_void_p, c_void_p, c_void_p]),
    "lab_frames_edition": (c_char_p, [c_void_p]),
    "lab_frames_name": (c_char_p, [c_void_p, c_uint]),
    "lab_study_new": (c_void_p, [c_char_p, c_size_t, c_void_p, c_uint, c_char_p, c_char_p, c_size_t]),
    "lab_study_free": (None, [c_void_p]),
    "lab_study_count": (c_uint, [c_void_p]),
    "lab_study_run": (None, [c_void_p]),
    "lab_study_deepen": (c_int, [c_void_p, c_uint]),
    "lab_study_tell": (None, [c_void_p, c_uint, c_char_p, c_size_t]),
    "lab_bot_new": (c_void_p, [c_char_p, c_uint64]),
    "lab_bot_free": (None, [c_void_p]),
    "lab_bot_copy": (c_void_p, [c_void_p]),
    "lab_bot_chance": (c_uint64, [c_void_p]),
    "lab_bot_set_chance": (None, [c_void_p, c_uint64]),
    "lab_thought_new": (c_void_p, [c_void_p, c_void_p, c_uint]),
    "lab_thought_run": (c_int, [c_void_p, c_int, c_void_p]),
    "lab_thought_end": (None, [c_void_p, c_void_p]),
}

#: What may take long. Everything else keeps Python's lock, so that two threads at one table wait for each other.
_UNLOCKED = {"lab_simulate", "lab_batch_step", "lab_batch_look", "lab_batch_reset", "lab_thought_run", "lab_study_new",
             "lab_study_run", "lab_study_deepen"}


def _load() -> SimpleNamespace:
    path = Path(os.environ.get("PENULTIMA_LIBRARY") or Path(__file__).with_name("_penultima.so"))
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(f"penultima: its library does not load ({error}); install the package with "
                          "'pip install .' in the folder python/ of the repository") from error
    locked, made = ctypes.PyDLL(str(path)), SimpleNamespace()
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library if name in _UNLOCKED else locked, name)
        function.restype, function.argtypes = result, arguments
        setattr(made, name, function)
    # For one table, where giving the lock away and asking for it again costs more than the step.
    step = locked.lab_batch_step
    step.restype, step.argtypes = _FUNCTIONS["lab_batch_step"]
    made.lab_batch_step_one = step
    return made


#: Its functions by name; ctypes knows no more of their types than _FUNCTIONS says.
lib: Any = _load()


def freed_with(owner: object, function: Callable[..., Any], handle: Any) -> Any:
    """Frees a handle when its owner goes. Not at exit: other threads may still be at it."""
    weakref.finalize(owner, function, handle).atexit = False
    return handle


def whole(name: str, value: Any, least: Optional[int] = None, most: Optional[int] = None) -> int:
    """A whole number within bounds; the exception names the argument."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} is {bounds}, not {number}")
    return number


def one_of(name: str, value: Any, words: Collection[str]) -> str:
    """One of some words; the exception names the argument."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} is one of {', '.join(map(repr, words))}, not {value!r:.80}")
    return value


def truth(name: str, value: Any) -> bool:
    """True or False, as a bool; an array is neither."""
    if not isinstance(value, (bool, int)) and type(value).__name__ not in ("bool_", "bool"):
        raise TypeError(f"{name} is True or False, not {value!r:.80}")
    return bool(value)


def seed_of(value: Any, name: str = "seed") -> int:
    """Any whole number, as the 64 bits that the library takes."""
    return whole(name, value) & (2**64 - 1)


def encoded(name: str, text: Any) -> bytes:
    """Text for the library."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is a str, not {text!r}")
    try:
        made = text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has characters that are no text") from None
    if b"\0" in made:
        raise ValueError(f"{name} has a NUL character")
    return made


def strings(values: Sequence[Optional[str]]) -> Any:
    """An array of C strings; None becomes null."""
    return (c_char_p * max(1, len(values)))(*[None if value is None else encoded("name", value) for value in values])


def text_of(function: Callable[..., Any], *arguments: Any, size: int = 65536) -> str:
    """What a function writes into its last two arguments, a buffer and its size."""
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, buffer, size)
    return buffer.value.decode("utf-8")


def listed(function: Callable[[int], Optional[bytes]]) -> tuple[str, ...]:
    """A list of the library: what the function says to 0, 1 and so on until it has nothing to say."""
    names: list[str] = []
    while (name := function(len(names))) is not None:
        names.append(name.decode())
    return tuple(names)


LANGUAGES = {name: number for number, name in enumerate(listed(lib.lab_lang_id))}


def lang_number(lang: Any) -> int:
    """Languages as the library counts them."""
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise ValueError(f"lang: there is no language {lang!r}; there are {', '.join(LANGUAGES)}")
    return LANGUAGES[lang]
