"""Searches on the page: suggestions, chips, counts and what they end in."""

import atexit
import re
import unittest

from browser import BrowserCase, Shared

atexit.register(Shared.end)


class SearchTests(BrowserCase):
    def test_search_waits_for_a_pause_and_says_how_many(self):
        page = self.open("search")
        page.get_by_role("combobox", name="Search the library").press_sequentially("harb", delay=40)
        page.get_by_text("2 results").wait_for()
        self.assertEqual([one["search"]["text"] for one in self.called("Gateway/Search")], ["harb"])
        page.get_by_role("button", name=re.compile("^Series")).click()
        page.get_by_text("1 result", exact=True).wait_for()
        self.assertIn("kind=series", page.url)
        self.assertIn("q=harb", page.url)

    def test_suggestions_by_keyboard(self):
        page = self.open("search")
        page.get_by_role("combobox", name="Search the library").press_sequentially("cop", delay=20)
        page.get_by_role("option", name="Copper Sky").wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.get_by_text("1 result", exact=True).wait_for()
        self.assertEqual(self.called("/NoteSearch"), [{"text": "Copper Sky"}])

    def test_a_filter_is_a_chip_that_goes_away(self):
        page = self.open("search?q=e")
        page.goto(self.base + "#/search?q=ar")
        self.settle(page)
        page.get_by_role("button", name="Filters").click()
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^Drama")).click()
        chip = page.get_by_role("button", name="Remove the filter Drama")
        chip.wait_for()
        self.assertEqual(self.called("Gateway/Search")[-1]["search"]["genres"], ["Drama"])
        chip.press("Enter")
        chip.wait_for(state="detached")

    def test_programmes_and_links_are_found_beside_titles(self):
        page = self.open("search?q=film")
        page.get_by_role("heading", name="Guide").wait_for()
        page.get_by_role("link", name="How film grain is made, opens in a new tab").wait_for()
        page.locator("button.list-row", has_text="Film: Blue Hour").first.press("Enter")
        page.get_by_role("dialog").wait_for()

    def test_a_search_that_ends_in_a_save_is_counted_as_one_and_the_visit_by_its_first(self):
        page = self.open("search?q=copper")
        page.locator(".results .card").first.wait_for()
        page.get_by_role("link", name="Copper Sky").first.click()
        page.get_by_role("button", name="Add to queue").click()
        page.get_by_text("Added to the queue").wait_for()
        self.visit(page, f"title/{self.door.world.id_of('Planet of Moss')}")
        page.get_by_role("button", name="Add to queue").click()
        page.get_by_text("Added to the queue").first.wait_for()
        noted = self.called("/NoteDiscovery")
        self.assertEqual(sorted(one["kind"] for one in noted), ["firstSave", "search", "searchSave"])
        self.assertGreater(next(one["seconds"] for one in noted if one["kind"] == "firstSave"), 0)
        self.visit(page, "history")
        page.get_by_text("7 searches, 2 with a title saved").wait_for()

    def test_no_result_names_the_query(self):
        page = self.open("search?q=zzzz")
        page.get_by_text('Nothing found for "zzzz"').wait_for()

    def test_suggestions_of_an_earlier_text_go_when_there_are_none(self):
        page = self.open("search")
        field = page.get_by_role("combobox", name="Search the library")
        field.fill("har")
        page.get_by_role("option").first.wait_for()
        field.fill("xyzzy")
        page.get_by_text('Nothing found for "xyzzy"').wait_for()
        page.get_by_role("option").first.wait_for(state="hidden")

    def test_the_number_of_results_is_that_of_what_is_shown(self):
        page = self.open("search?q=harbuor")
        page.get_by_text('Showing results for "harbour"').wait_for()
        page.get_by_text("2 results", exact=True).wait_for()
        self.door.world.exact_total = 5
        self.visit(page, "search?sort=added")
        page.get_by_text("5+ results", exact=True).wait_for()

    def test_a_search_says_what_it_did_not_look_through(self):
        self.behave(down=["reading-list"])
        page = self.open("search?q=harbour")
        page.get_by_text("The reading list is not available right now.").wait_for()
        self.assertGreater(page.locator(".results a.card").count(), 0)


if __name__ == "__main__":
    unittest.main()
