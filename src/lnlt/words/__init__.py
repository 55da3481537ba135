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
    roll_name,
    side_name,
    unit_name,
    unit_states,
    unit_values,
    weapon_name,
)
from lnlt.words.sentences import (
    barrier_text,
    command_text,
    cost_text,
    modifier_text,
    option_groups,
    order_text,
    question_text,
    refusal_text,
    tally_lines,
    tally_short,
    tally_text,
)

__all__ = [
    "barrier_text",
    "command_text",
    "condition_text",
    "cost_text",
    "event_text",
    "goal_lines",
    "kind_name",
    "log_text",
    "marker_text",
    "modifier_text",
    "option_groups",
    "order_text",
    "place_name",
    "question_text",
    "refusal_text",
    "result_name",
    "roll_name",
    "side_name",
    "standing_text",
    "tally_lines",
    "tally_short",
    "tally_text",
    "unit_name",
    "unit_states",
    "unit_values",
    "weapon_name",
]
