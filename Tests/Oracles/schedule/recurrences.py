"""Expands rules with python-dateutil, and compares.

    python -m schedule.recurrences CASES.json
"""

import datetime
import json
import sys
from itertools import takewhile

from dateutil.rrule import rrulestr

# dateutil looks for the next day up to this year, which for rules that never come again takes minutes.
datetime.MAXYEAR = 2045


def days(case: dict) -> list[str]:
    first = datetime.datetime.fromisoformat(case["first"])
    end = datetime.datetime.fromisoformat(case["last"]) + datetime.timedelta(days=1)
    rule = rrulestr(case["rule"], dtstart=first)
    return [moment.date().isoformat() for moment in takewhile(lambda moment: moment < end, rule)]


def main() -> None:
    with open(sys.argv[1]) as file:
        cases = json.load(file)
    for case in cases:
        expected = days(case)
        if expected != case["days"]:
            sys.exit(f"{case['rule']} from {case['first']} to {case['last']}:\n{case['days']}\nbut\n{expected}")
    print(f"{len(cases)} rules agree")


main()
