"""Lists, the swipe deck, the queue's order, clean-up of downloads and the week, as people use them."""

import atexit
import re
import unittest

from browser import BrowserCase, Shared

atexit.register(Shared.end)


class ListTests(BrowserCase):
    def titles(self, page, selector=".list-row .row-title"):
        return page.locator(selector).all_inner_texts()

    def test_lists_have_their_counts_and_several_titles_are_removed_with_undo(self):
        page = self.open("favourites")
        page.get_by_role("link", name=re.compile("Loved.*2 titles", re.S)).wait_for()
        page.get_by_role("button", name="Select", exact=True).press("Enter")
        page.get_by_role("checkbox", name="Select Copper Sky").press("Space")
        page.get_by_role("checkbox", name="Select Planet of Moss").press("Space")
        page.get_by_text("2 selected").wait_for()
        self.check_access(page, "selecting")
        page.get_by_role("button", name="Remove", exact=True).press("Enter")
        self.until(page, "document.querySelectorAll('.grid .card').length === 1")
        page.get_by_role("button", name="Undo").press("Enter")
        self.until(page, "document.querySelectorAll('.grid .card').length === 3")

    def test_a_list_is_shown_as_a_list_and_stays_so(self):
        page = self.open("favourites")
        page.get_by_role("button", name="Show as a list").press("Enter")
        self.assertEqual(len(self.titles(page)), 3)
        self.check_access(page, "list")
        self.visit(page, "favourites?list=loved")
        self.assertEqual(sorted(self.titles(page)), ["Copper Sky", "Mapmakers"])

    def test_selected_titles_are_marked_as_watched(self):
        page = self.open("favourites?list=loved")
        page.get_by_role("button", name="Select", exact=True).click()
        page.get_by_role("checkbox", name="Select Mapmakers").click()
        page.get_by_role("button", name="Mark as watched").click()
        page.get_by_text("1 title marked as watched").wait_for()
        self.assertEqual(self.called("/MarkWatched"), [{"contents": [self.door.world.id_of("Mapmakers")]}])

    def test_the_picker_has_a_check_mark_for_each_list(self):
        page = self.open("title/m-copper-sky")
        page.get_by_role("button", name="Lists: Copper Sky").press("Enter")
        self.assertEqual(page.get_by_role("checkbox", name="My list").get_attribute("aria-checked"), "true")
        maybe = page.get_by_role("checkbox", name=re.compile("^Maybe"))
        maybe.press("Enter")
        self.until(page, "[...document.querySelectorAll('[role=checkbox]')].filter((one) => one.ariaChecked === 'true').length === 3")
        self.check_access(page, "picker")
        self.assertTrue(self.door.world.opinions[self.door.world.id_of("Copper Sky")]["maybe"])

    def test_never_suggested_is_taken_back(self):
        page = self.open("favourites?list=never")
        page.get_by_role("button", name="Select", exact=True).press("Enter")
        page.get_by_role("checkbox", name="Select Blue Hour").press("Space")
        page.get_by_role("button", name="Remove", exact=True).press("Enter")
        page.get_by_text("Everything may be suggested").wait_for()
        self.assertEqual(self.called("/SuggestAgain"), [{"content": self.door.world.id_of("Blue Hour")}])

    def test_a_queued_title_is_taken_moved_and_put_down_by_keys(self):
        page = self.open("queue")
        handle = page.get_by_role("button", name="Sort Glass Harbour")
        handle.press("Space")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Escape")
        self.assertEqual(self.titles(page)[1], "Glass Harbour")
        self.assertEqual(self.called("/MoveInQueue"), [])
        handle.press("Space")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Space")
        self.until(page, "document.querySelector('.list-row .row-title').textContent === 'Glass Harbour'")
        self.assertEqual(self.called("/MoveInQueue"), [{"content": self.door.world.id_of("Glass Harbour"), "position": 1}])

    def test_downloads_are_cleaned_up_by_what_they_are(self):
        self.door.world.watched.add(self.door.world.id_of("Little Comet"))
        page = self.open("downloads")
        page.get_by_role("button", name="Clean up").press("Enter")
        self.check_access(page, "clean up")
        page.get_by_role("button", name="Delete watched (1)").press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).press("Enter")
        page.get_by_text("1 download deleted").wait_for()
        self.assertEqual(self.called("/Delete"), [{"download": "dl-" + self.door.world.id_of("Little Comet")}])

    def test_a_veto_offers_something_else(self):
        page = self.open("week")
        page.get_by_role("button", name=re.compile("^Planet of Moss")).first.press("Enter")
        page.get_by_role("button", name="Not this one").press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=re.compile("Little Comet")).press("Enter")
        page.get_by_text("Booked instead").wait_for()
        self.assertEqual(self.called("/BookSlot")[0]["content"], self.door.world.id_of("Little Comet"))

    def test_a_title_is_booked_for_two_every_week(self):
        page = self.open("week")
        page.get_by_role("button", name="Book for Olga at 18:00").press("Enter")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Title").press_sequentially("Copper Sky", delay=20)
        self.until(page, "document.querySelectorAll('#week-titles option').length")
        dialog.get_by_role("switch", name="Maxim").press("Space")
        dialog.get_by_role("switch", name="Every week").press("Space")
        self.check_access(page, "booking")
        dialog.get_by_role("button", name="Save").press("Enter")
        page.get_by_text("Booked", exact=True).first.wait_for()
        self.assertEqual(self.called("/BookSlot"), [{"profiles": ["p-olga", "p-maxim"], "start": "2026-03-14T18:00", "minutes": 60, "content": "m-copper-sky", "rule": "FREQ=WEEKLY;BYDAY=SA"}])

    def test_free_time_is_changed_and_removed(self):
        page = self.open("week")
        page.get_by_role("button", name="Free time", exact=True).press("Enter")
        page.get_by_role("button", name=re.compile("^Change: Saturday")).press("Enter")
        page.get_by_label("To", exact=True).fill("22:30")
        page.get_by_role("dialog").last.get_by_role("button", name="Save").press("Enter")
        page.get_by_text("Saturday 19:00 to 22:30").wait_for()
        page.get_by_role("button", name=re.compile("^Remove this free time")).press("Enter")
        self.until(page, "!document.querySelector('dialog .list-row')")


class DeckTests(BrowserCase):
    def deck(self, **options):
        page = self.page(**options)
        self.door.world.settings["hasSeenSwipeTutorial"] = {"boolean": True}
        page.goto(self.base + "#/deck")
        self.settle(page)
        page.locator(".swipe-card").first.wait_for()
        return page

    def top(self, page):
        return page.evaluate("document.querySelector('.swipe-stage').lastElementChild.dataset.id")

    def test_the_first_time_it_is_explained(self):
        page = self.open("deck")
        page.get_by_role("dialog", name="How it works").wait_for()
        self.check_access(page, "tutorial")
        page.get_by_role("button", name="Got it!").press("Enter")
        self.until(page, "!document.querySelector('dialog')")
        self.assertEqual(self.called("/ChangeSettings"), [{"changes": [{"name": "hasSeenSwipeTutorial", "value": {"boolean": True}}]}])

    def test_keys_love_skip_save_and_undo(self):
        page = self.deck()
        self.check_access(page, "deck")
        card = page.locator(".swipe-card:not([inert])")
        known = [self.top(page)]
        for key, method, request in (("ArrowRight", "/SetShow", {"approval": "yes"}), ("ArrowLeft", "/SetShow", {"approval": "no"}), ("ArrowUp", "/AddFavourite", {})):
            card.focus()
            page.keyboard.press(key)
            self.until(page, f"document.querySelector('.swipe-stage').lastElementChild.dataset.id !== {known[-1]!r} && !document.querySelector('.swipe-stage').dataset.busy")
            if key == "ArrowRight" and len(self.door.world.opinions[known[-1]]["yes"]) > 1:
                page.get_by_role("dialog", name="It is a match").wait_for()
                page.keyboard.press("Escape")
            self.until(page, "!document.querySelector('dialog')")
            self.assertEqual(self.called(method)[-1], {"content": known[-1], **request})
            known.append(self.top(page))
        card.focus()
        page.keyboard.press("u")
        self.until(page, f"document.querySelector('.swipe-stage').lastElementChild.dataset.id === {known[2]!r}")
        self.assertEqual(self.called("/RemoveFavourite"), [{"content": known[2]}])
        page.get_by_text("2 seen, 1 loved, 0 saved").wait_for()

    def test_buttons_do_the_same_and_arrows_reach_them(self):
        page = self.deck()
        first = self.top(page)
        page.locator(".swipe-card:not([inert])").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        self.assertEqual(page.evaluate("document.activeElement.getAttribute('aria-label')"), "Save")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        self.until(page, f"document.querySelector('.swipe-stage').lastElementChild.dataset.id !== {first!r}")
        self.assertEqual(self.called("/SetShow")[-1], {"content": first, "approval": "no"})

    def test_a_card_is_dragged(self):
        page = self.deck()
        first = self.top(page)
        box = page.locator(".swipe-card:not([inert])").bounding_box()
        page.mouse.move(box["x"] + 100, box["y"] + 100)
        page.mouse.down()
        page.mouse.move(box["x"] + 140, box["y"] + 105, steps=4)
        page.mouse.up()
        self.assertEqual(self.called("/SetShow"), [])
        page.mouse.move(box["x"] + 100, box["y"] + 100)
        page.mouse.down()
        page.mouse.move(box["x"] + 300, box["y"] + 110, steps=6)
        self.assertEqual(page.evaluate("document.querySelector('.swipe-stage').lastElementChild.dataset.verdict"), "love")
        page.mouse.up()
        self.until(page, f"document.querySelector('.swipe-stage').lastElementChild.dataset.id !== {first!r}")
        self.assertEqual(self.called("/SetShow")[-1], {"content": first, "approval": "yes"})

    def test_what_two_love_is_a_match(self):
        world = self.door.world
        for content in list(world.opinions):
            del world.opinions[content]
        page = self.deck()
        world.opinions[self.top(page)] = {"yes": {"p-maxim"}, "no": set(), "maybe": False}
        page.get_by_role("button", name="Love").press("Enter")
        page.get_by_role("dialog", name="It is a match").get_by_text("Maxim would watch it, too.").wait_for()
        self.check_access(page, "match")

    def test_filters_are_kept_and_the_end_offers_what_to_do(self):
        page = self.deck()
        page.get_by_role("button", name="Filters").press("Enter")
        page.get_by_label("Genre").select_option("Family")
        page.get_by_role("dialog").get_by_role("button", name="Save").press("Enter")
        self.until(page, "JSON.parse(localStorage.getItem('hearth-deck-p-olga')).genre === 'Family'")
        self.settle(page)
        for _ in range(30):
            if page.get_by_text("All done").count():
                break
            page.locator(".swipe-card:not([inert])").focus()
            before = self.top(page)
            page.keyboard.press("ArrowLeft")
            self.until(page, f"document.querySelector('.swipe-stage').lastElementChild.dataset.id !== {before!r}")
        page.get_by_text("All done").wait_for()
        self.check_access(page, "all done")
        page.get_by_role("button", name="What you loved").press("Enter")
        self.until(page, "location.hash.includes('list=loved')")

    def test_a_library_without_titles_has_nothing_to_discover(self):
        self.behave(empty=True)
        self.door.world.settings["hasSeenSwipeTutorial"] = {"boolean": True}
        page = self.open("deck")
        page.get_by_text("Nothing to discover yet").wait_for()
        self.assertEqual(page.get_by_text("0 seen").count() and page.get_by_text("0 seen").is_visible(), 0)

    def test_it_works_by_touch_sizes(self):
        page = self.deck(width=360)
        self.check_width(page, "deck")


if __name__ == "__main__":
    unittest.main()
