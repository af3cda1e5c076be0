"""How hard joints work, and what gets warm by that."""

from __future__ import annotations

from robot_memory.perception.baselines import Baselines
from robot_memory.perception.findings.alarm_budget import AlarmBudget
from robot_memory.perception.findings.findings import Finding, Findings
from robot_memory.perception.findings.joint_work import JointWork, JointWorks
from robot_memory.perception.findings.signal_name import SignalName


def strain(joint: JointWork, begin: float, seconds: float, effort: float) -> None:
    for index in range(int(seconds * 5)):
        joint.observe(begin + 0.2 * index, effort)


def test_a_joint_that_works_as_ever_explains_nothing() -> None:
    work = JointWorks()
    strain(work.join("/joint_states", "elbow", Baselines()), 0.0, 3000.0, 5.0)

    assert not work.explains("/elbow/temperature", 3000.0)


def test_a_joint_that_works_harder_than_ever_explains_what_names_it_for_a_while() -> None:
    work = JointWorks()
    elbow = work.join("/joint_states", "elbow_joint", Baselines())
    strain(elbow, 0.0, 1500.0, 5.0)
    strain(elbow, 1500.0, 300.0, 8.0)
    strain(elbow, 1800.0, 300.0, 2.0)

    assert work.explains("arm_driver: Drive elbow_joint", 2000.0)
    assert not work.explains("arm_driver: Drive wrist_joint", 2000.0)
    assert not work.explains("arm_driver: Drive elbow_joint", 4000.0)


def test_a_bare_number_names_no_joint() -> None:
    work = JointWorks()
    joint = work.join("/joint_states", "1", Baselines())
    strain(joint, 0.0, 1500.0, 5.0)
    strain(joint, 1500.0, 300.0, 8.0)

    assert not work.explains("battery: Cell 1", 1800.0)


def test_how_hard_a_joint_ever_worked_outlives_a_restart() -> None:
    before = Baselines()
    strain(JointWorks().join("/joint_states", "elbow", before), 0.0, 1500.0, 5.0)
    work = JointWorks()
    elbow = work.join("/joint_states", "elbow", Baselines(before.states()))
    strain(elbow, 9000.0, 1000.0, 5.0)

    assert not work.explains("elbow", 10_000.0)
    strain(elbow, 10_000.0, 300.0, 9.0)
    assert work.explains("elbow", 10_300.0)


def test_how_hard_an_understood_joint_works_is_its_tasks_affair() -> None:
    findings = Findings(AlarmBudget(0.1))
    elbow = findings.work.join("/joint_states", "elbow", Baselines())
    told = []
    for is_understood in (False, True):
        elbow.is_understood = is_understood
        begin = 10_000.0 * is_understood
        name = SignalName("/joint_states elbow", "effort")
        one = Finding(name, "/joint_states", "envelope", begin, 0.5, 0.95, 1.0, begin + 60.0)
        findings.report(one)
        told.append([detection.text for _, detection in findings.advance(begin + 60.0)])
        one.is_present = False
        list(findings.advance(begin + 70.0))

    assert told == [["/joint_states elbow effort leaves the range that is normal for it"], []]


def test_what_a_joint_draws_since_it_works_harder_than_ever_is_not_reported() -> None:
    told = []
    for harder in (5.0, 8.0):
        findings = Findings(AlarmBudget(0.1))
        elbow = findings.work.join("/joint_states", "elbow", Baselines())
        strain(elbow, 0.0, 1500.0, 5.0)
        strain(elbow, 1500.0, 300.0, harder)
        name = SignalName("arm_driver: elbow", "Current")
        findings.report(Finding(name, "/diagnostics", "envelope", 1700.0, 0.5, 0.95, 1.0, 1800.0))
        told.append([detection.text for _, detection in findings.advance(1800.0)])

    assert told == [["arm_driver: elbow Current leaves the range that is normal for it"], []]
