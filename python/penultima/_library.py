"""The shared library and its functions. Everything else of the package is written on top of this."""
import ctypes
import os
from ctypes import POINTER, c_char_p, c_int, c_int32, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from pathlib import Path

SEATS_MAX = 10
KINDS_MAX = 64
ACTIONS = 192
ACTION_WORDS = 3
OBSERVATION_BYTES = 384

_FUNCTIONS = {
    "lab_version": (c_char_p, []),
    "lab_lang_id": (c_char_p, [c_uint]),
    "lab_edition_id": (c_char_p, [c_uint]),
    "lab_edition_source": (c_char_p, [c_char_p]),
    "lab_house_id": (c_char_p, [c_uint]),
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
    "lab_bot_new": (c_void_p, [c_char_p, c_uint64]),
    "lab_bot_free": (None, [c_void_p]),
    "lab_bot_choose": (None, [c_void_p, c_void_p, c_uint, c_void_p]),
    "lab_bot_react": (c_int, [c_void_p, c_void_p, c_uint, c_void_p]),
}


def _load():
    path = Path(os.environ.get("PENULTIMA_LIBRARY") or Path(__file__).with_name("_penultima.so"))
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(f"penultima: its library does not load ({error}); install the package with "
                          "'pip install .' in the folder python/ of the repository") from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()


def strings(values):
    """An array of C strings; None becomes null."""
    return (c_char_p * max(1, len(values)))(*[None if value is None else value.encode() for value in values])


def text_of(function, *arguments, size=65536):
    """What a function writes into its last two arguments, a buffer and its size."""
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, buffer, size)
    return buffer.value.decode("utf-8")


def listed(function) -> tuple[str, ...]:
    """A list of the library: what the function says to 0, 1 and so on until it has nothing to say."""
    names: list[str] = []
    while (name := function(len(names))) is not None:
        names.append(name.decode())
    return tuple(names)


LANGUAGES = {name: number for number, name in enumerate(listed(lib.lab_lang_id))}


def lang_number(lang):
    """Languages as the library counts them."""
    try:
        return LANGUAGES[lang]
    except KeyError:
        raise ValueError(f"there is no language {lang!r}; there are {', '.join(LANGUAGES)}") from None
