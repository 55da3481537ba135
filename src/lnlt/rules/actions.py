"""4.0, 5.3: everything a side may do in an impulse or in a window, in the order it is offered; who fires on his own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lnlt.core.frames import Command
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import Activation
from lnlt.rules.ch04_operations.impulse import Ending, Passing
from lnlt.rules.ch05_fire.action import Firing
from lnlt.rules.ch05_fire.lone import FiringAlone, LoneAnswer, LoneFire, TeamFire
from lnlt.rules.ch05_fire.opportunity import Answer, GroupAnswer, PassAnswer
from lnlt.rules.ch06_movement.action import Moving
from lnlt.rules.ch06_movement.flipping import FlippingInImpulse
from lnlt.rules.ch06_movement.opportunity_move import MoveAnswer
from lnlt.rules.ch07_smoke import SmokeLaying
from lnlt.rules.ch08_melee.action import Fighting, Withdrawing
from lnlt.rules.ch10_los_spotting.attempts import Spotting
from lnlt.rules.ch10_los_spotting.firefighting import FireFighting
from lnlt.rules.ch11_smc.shots import Placing, PlacingAnswer, SharpFire
from lnlt.rules.ch14_ordnance.action import FiringOrdnance, OrdnanceAnswer
from lnlt.rules.ch14_ordnance.teams import PivotingTeam
from lnlt.rules.ch15_vehicles.action import Driving, SwitchingHatch, TurningTurret
from lnlt.rules.ch15_vehicles.fire import VehicleFire
from lnlt.rules.ch15_vehicles.mg_action import FiringMG, MGAnswer
from lnlt.rules.ch18_indirect.calling import Calling
from lnlt.rules.ch18_indirect.mortars import MortarFire
from lnlt.rules.ch19_air.flying import FlyingAction
from lnlt.rules.ch20_night.starshells import Lighting
from lnlt.rules.ch21_fortifications.barricade_shots import FiringAtBarricades
from lnlt.rules.ch21_fortifications.tearing_down import AssaultingBarricades
from lnlt.rules.ch22_scenario.entry import Entering
from lnlt.rules.ch23_equipment.claymores import Deploying

ACTIONS: Mapping[type[Command], Action] = MappingProxyType(
    {
        action.command: action
        for action in (
            Passing(),
            Ending(),
            Activation(),
            Entering(),
            Moving(),
            Driving(),
            SwitchingHatch(),
            TurningTurret(),
            FlyingAction(),
            Firing(),
            FiringAlone(),
            FiringOrdnance(),
            PivotingTeam(),
            FiringMG(),
            Calling(),
            Lighting(),
            FlippingInImpulse(),
            Placing(),
            Fighting(),
            Withdrawing(),
            SmokeLaying(),
            FireFighting(),
            Spotting(),
            Deploying(),
            FiringAtBarricades(),
            AssaultingBarricades(),
        )
    }
)

ANSWERS: Mapping[type[Command], Answer] = MappingProxyType(
    {
        answer.command: answer
        for answer in (
            GroupAnswer(),
            LoneAnswer(),
            OrdnanceAnswer(),
            MGAnswer(),
            PlacingAnswer(),
            MoveAnswer(),
            PassAnswer(),
        )
    }
)
"""What may be done in a window of Opportunity Fire."""

LONE_FIRE: Mapping[str, LoneFire] = MappingProxyType(
    {
        "weapon_team": TeamFire(),
        "mortar_team": MortarFire(),
        "sniper": SharpFire(aided=True),
        "marksman": SharpFire(aided=False),
        "vehicle": VehicleFire(),
        "helicopter": VehicleFire(),
    }
)
"""Kinds of units that fire separately from the group of their hex, and how."""
