"""Solves weeks exactly with HiGHS, and compares.

    python -m schedule.optimum WEEKS.json LARGEST-GAP

The model is described beside WeekModel in the scheduler's sources.
"""

import json
import sys
from collections import Counter

import highspy

STEP_MINUTES = 5
# Far more than it takes on a busy machine.
SECONDS = 540
# How close HiGHS proves its own best week to be to the optimum: the last steps of the proof take nearly all of its time.
PROOF = 0.002


def steps(item: dict, units: int) -> int:
    return -(-item["unitMinutes"] * units // STEP_MINUTES)


def worth(model: dict, placements: list[dict]) -> int:
    """What a choice is worth; ends the process when it breaks a rule."""
    items, used, placed, total = model["items"], Counter(), Counter(), 0
    genres, seen = Counter(), set()
    for placement in placements:
        index, room, units = placement["item"], placement["room"], placement["units"]
        item, rate = items[index], model["rates"][index][room]
        assert rate is not None, f"{placement} is forbidden"
        assert 1 <= units <= item["run"], f"{placement} is too long a run"
        assert (index, room) not in seen, f"{placement} is there twice"
        seen.add((index, room))
        used[room] += steps(item, units)
        placed[index] += units
        if item.get("genre") is not None:
            genres[item["genre"]] += 1
        total += rate * units * item["unitMinutes"] - model["placementCost"]
    for room, size in enumerate(model["rooms"]):
        assert used[room] <= size, f"room {room} is overfull"
    for index, units in placed.items():
        assert units <= items[index]["units"], f"item {index} has no {units} units"
    over = sum(max(0, count - model["varietyAllowance"]) for count in genres.values())
    return total - model["varietyCost"] * over


def optimum(model: dict) -> float:
    """What no choice can be worth more than: the optimum, or at most PROOF above it."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", float(SECONDS))
    solver.setOptionValue("mip_rel_gap", PROOF)
    objective, rooms, of_item, of_genre = 0, {}, {}, {}
    for index, item in enumerate(model["items"]):
        for room, rate in enumerate(model["rates"][index]):
            if rate is None:
                continue
            choices = []
            for units in range(1, item["run"] + 1):
                if steps(item, units) > model["rooms"][room]:
                    continue
                chosen = solver.addBinary()
                choices.append(chosen)
                objective += (rate * units * item["unitMinutes"] - model["placementCost"]) * chosen
                rooms.setdefault(room, []).append(steps(item, units) * chosen)
                of_item.setdefault(index, []).append(units * chosen)
                if item.get("genre") is not None:
                    of_genre.setdefault(item["genre"], []).append(chosen)
            if len(choices) > 1:
                solver.addConstr(sum(choices[1:], choices[0]) <= 1)
    for room, terms in rooms.items():
        solver.addConstr(sum(terms) <= model["rooms"][room])
    for index, terms in of_item.items():
        solver.addConstr(sum(terms) <= model["items"][index]["units"])
    for terms in of_genre.values():
        over = solver.addVariable(lb=0)
        solver.addConstr(sum(terms) - over <= model["varietyAllowance"])
        objective -= model["varietyCost"] * over
    solver.maximize(objective)
    status = solver.getModelStatus()
    assert status == highspy.HighsModelStatus.kOptimal, f"no optimum within {SECONDS} s: {status}"
    return solver.getInfo().mip_dual_bound


def main() -> None:
    with open(sys.argv[1]) as file:
        cases = json.load(file)
    largest = float(sys.argv[2])
    gaps = []
    for case in cases:
        found = worth(case["model"], case["placements"])
        assert found == case["worth"], f"{case['name']} is worth {found}, not {case['worth']}"
        best = optimum(case["model"])
        assert found <= best + 0.5, f"{case['name']}: {found} is better than the optimum {best}"
        gaps.append((best - found) / best)
        print(f"{case['name']}: {found} of {best:.0f}, {gaps[-1]:.2%} missing")
    assert max(gaps) <= largest, f"{max(gaps):.2%} is missing"
    print(f"{len(cases)} weeks are near enough, {sum(gaps) / len(gaps):.2%} missing on average")


main()
