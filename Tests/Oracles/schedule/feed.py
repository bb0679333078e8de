"""Reads a calendar with the package icalendar, and compares.

    python -m schedule.feed WEEK.ics EVENTS.json
"""

import json
import sys

from icalendar import Calendar


def event(component) -> dict:
    found = {
        "uid": str(component["UID"]),
        "start": component["DTSTART"].to_ical().decode(),
        "end": component["DTEND"].to_ical().decode(),
        "summary": str(component["SUMMARY"]),
        "sequence": int(component["SEQUENCE"]),
    }
    if "DESCRIPTION" in component:
        found["description"] = str(component["DESCRIPTION"])
    return found


def main() -> None:
    with open(sys.argv[1], "rb") as file:
        calendar = Calendar.from_ical(file.read())
    with open(sys.argv[2]) as file:
        expected = json.load(file)
    # What the standard wants of a calendar and an event (RFC 5545, sections 3.6 and 3.6.1).
    for part in [calendar, *calendar.walk("VEVENT")]:
        assert not part.errors, part.errors
        for name in part.required:
            assert name in part, f"{part.name} has no {name}"
    found = [event(component) for component in calendar.walk("VEVENT")]
    assert found == expected, f"{found}\nis not\n{expected}"
    assert calendar.to_ical(sorted=False), "cannot be written again"
    print(f"{len(found)} events agree")


main()
