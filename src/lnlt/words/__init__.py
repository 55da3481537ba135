"""Plain-English words for everything the engine says: refusals, sums, events, commands, questions.

The engine speaks in codes and numbers; words are made here, when somebody reads them. All sentences are in
`lnlt.words.english`, keyed by code.
"""

from lnlt.words.goals import condition_text, goal_lines, standing_text
from lnlt.words.log import event_text, log_text, marker_text
from lnlt.words.names import (
    kind_name,
    place_name,
    result_name,
    side_name,
    unit_name,
    unit_states,
    unit_values,
    weapon_name,
)
from lnlt.words.sentences import (
    barrier_text,
    command_text,
    modifier_text,
    option_groups,
    option_text,
    order_text,
    question_text,
    refusal_text,
    tally_lines,
    tally_short,
    tally_text,
)
from lnlt.words.table import (
    card_title,
    chip_words,
    end_lines,
    end_text,
    hex_text,
    level_name,
    loss_lines,
    mark_words,
    phase_name,
    piece_text,
    problem_text,
    weapon_chip,
)

__all__ = [
    "barrier_text",
    "card_title",
    "chip_words",
    "command_text",
    "condition_text",
    "end_lines",
    "end_text",
    "event_text",
    "goal_lines",
    "hex_text",
    "kind_name",
    "level_name",
    "log_text",
    "loss_lines",
    "mark_words",
    "marker_text",
    "modifier_text",
    "option_groups",
    "option_text",
    "order_text",
    "phase_name",
    "piece_text",
    "problem_text",
    "place_name",
    "question_text",
    "refusal_text",
    "result_name",
    "side_name",
    "standing_text",
    "tally_lines",
    "tally_short",
    "tally_text",
    "unit_name",
    "unit_states",
    "unit_values",
    "weapon_chip",
    "weapon_name",
]
