"""How many steps a message is from its cause."""

from __future__ import annotations

import pytest

from robot_memory.perception.fault_grouping.effect_stage import EffectStage, stage_of


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("plc reports an error: Emergency stop active", EffectStage.STOP),
        ("ur_node logs a warning: Safety mode is now PROTECTIVE_STOP", EffectStage.STOP),
        ("/estop_pressed is raised in operation", EffectStage.STOP),
        ("fcu tells what an operator did: Disarmed", EffectStage.ACT),
        ("base tells what an operator did: switched to manual mode", EffectStage.ACT),
        ("odrive reports an error: encoder CPR mismatch", EffectStage.PART),
        ("camera logs an error: timeout", EffectStage.PART),
        ("amp_left warns: Drive disabled", EffectStage.POWER),
        ("base logs a warning: brakes engaged", EffectStage.POWER),
        ("hardware logs an error: Deactivating all motors", EffectStage.POWER),
        ("arm_controller logs a warning: Aborted due to state tolerance violation",
         EffectStage.CONTROL),
        ("base logs a warning: velocity command ignored", EffectStage.CONTROL),
        ("arm_controller logs an error: Aborted", EffectStage.CONTROL),
        ("planner logs an error: Failed to create plan", EffectStage.TASK),
        ("bt logs an error: Navigation failed", EffectStage.TASK),
        ("task_manager logs an error: camera timeout", EffectStage.PART),
        ("plc logs a warning: Light barrier of gate 1 interrupted", EffectStage.STOP),
        ("plc logs a warning: Red mushroom button pressed", EffectStage.STOP),
        ("mux tells what an operator did: Joystick took over control", EffectStage.ACT),
        ("lidar logs an error: no scan received", EffectStage.PART),
        ("bt logs an error: Navigation failed: costmap not current", EffectStage.TASK),
        ("traction logs an error: inverter inhibited", EffectStage.POWER),
        ("executor logs a warning: mission suspended", EffectStage.TASK),
        ("dock_robot aborts its goal", EffectStage.GOAL),
        ("bt_navigator logs an error: Goal failed", EffectStage.GOAL),
        ("docking logs a warning: [dock_robot] [ActionServer] Aborting handle.", EffectStage.GOAL),
        ("weld logs a warning: Aborting goal", EffectStage.GOAL),
        ("arm logs a warning: goal tolerance violated", EffectStage.CONTROL),
        ("gripper logs an error: Finger motor too hot, aborting goal", EffectStage.CONTROL),
        ("weld logs an error: Goal aborted: gas pressure too low", EffectStage.CONTROL),
    ],
)  # fmt: skip
def test_the_words_of_a_message_determine_its_effect_stage(text: str, stage: EffectStage):
    assert stage_of(text) is stage
