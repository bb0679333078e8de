"""The page without a mouse: by Tab and Enter, and by the four arrows, Enter and Back of a remote control."""

import atexit
import re
import unittest

from browser import SCREENS, BrowserCase, Shared

atexit.register(Shared.end)

# What arrows reach from the heading, by the page's own choice: every element that can be focused must be among it.
UNREACHED = """async () => {
    const { ahead } = await import('/js/keys.js');
    const focusable = 'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]';
    const isVisible = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
    const area = document.querySelector('dialog[open]') ?? document.body;
    const all = [...area.querySelectorAll(focusable)].filter((element) => isVisible(element) && !element.closest('[inert]') && !element.matches('.skip-link'));
    const start = area === document.body ? document.querySelector('main h1') : document.activeElement;
    const seen = new Set([start]);
    const waiting = [start];
    while (waiting.length) {
        const from = waiting.pop();
        for (const direction of ['left', 'right', 'up', 'down']) {
            const found = ahead(from, direction);
            if (found && !seen.has(found)) {
                seen.add(found);
                waiting.push(found);
            }
        }
    }
    return all.filter((element) => !seen.has(element)).map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 60)}`);
}"""


class KeyboardTests(BrowserCase):
    def focused(self, page):
        return page.evaluate("document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || ''")

    def walk(self, page, key, wanted, most=40):
        """Presses a key until something is focused."""
        for _ in range(most):
            if re.search(wanted, self.focused(page)):
                return
            page.keyboard.press(key)
        self.fail(f"{key} does not lead to {wanted}, but to {self.focused(page)[:80]}")

    def test_arrows_reach_everything_on_every_screen(self):
        for width in (360, 1280):
            page = self.open("more", width)
            for screen in SCREENS:
                with self.subTest(screen=screen, width=width):
                    self.visit(page, screen)
                    if page.get_by_role("dialog").count():
                        self.assertEqual(page.evaluate(UNREACHED), [], "in the dialog")
                        page.keyboard.press("Escape")
                    self.assertEqual(page.evaluate(UNREACHED), [])

    def test_tab_goes_through_a_screen_in_its_order(self):
        page = self.open("downloads")
        order = []
        page.locator("h1").focus()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("!document.activeElement.closest('main')"):
                break
            order.append(page.evaluate("[...document.querySelectorAll('main a[href], main button:not(:disabled):not([tabindex=\"-1\"])')].indexOf(document.activeElement)"))
        self.assertEqual(order, list(range(len(order))))
        self.assertGreater(len(order), 8)

    def test_a_pin_is_entered_with_a_remote(self):
        page = self.open("", is_chosen=False)
        page.keyboard.press("ArrowDown")
        self.walk(page, "ArrowLeft", "Olga", 5)
        self.walk(page, "ArrowRight", "Maxim", 3)
        page.keyboard.press("Enter")
        page.wait_for_selector("pin-pad")
        for digit, ways in (("2", ["ArrowRight"]), ("4", ["ArrowDown", "ArrowLeft"]), ("6", ["ArrowRight", "ArrowRight"]), ("8", ["ArrowDown", "ArrowLeft"])):
            for way in ways:
                page.keyboard.press(way)
            self.assertEqual(self.focused(page), f"Digit {digit}")
            page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Profile: Maxim").wait_for()

    def test_a_film_is_found_played_and_left_with_a_remote(self):
        page = self.open("home")
        self.walk(page, "ArrowDown", "^(Play|Home|Hearth)", 6)
        self.walk(page, "ArrowRight", "Play", 8)
        page.keyboard.press("Enter")
        self.until(page, "document.querySelector('video')?.currentTime > 0.1", seconds=20)
        page.keyboard.press("Escape")
        page.locator("hearth-hero").wait_for()
        self.assertIn("Play", self.focused(page))

    def test_a_title_goes_on_a_list_with_a_remote(self):
        page = self.open("title/m-glass-harbour")
        self.walk(page, "ArrowDown", "^(Play|Resume)", 8)
        self.walk(page, "ArrowRight", "^Lists: Glass Harbour", 8)
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        self.settle(page)
        self.walk(page, "ArrowDown", "^Maybe", 8)
        page.keyboard.press("Enter")
        self.until(page, "document.activeElement.ariaChecked === 'true'")
        page.keyboard.press("Escape")
        self.until(page, "!document.querySelector('dialog')")
        self.assertTrue(self.door.world.opinions["m-glass-harbour"]["maybe"])

    def test_a_setting_changes_with_a_remote(self):
        page = self.open("settings")
        self.walk(page, "ArrowDown", "Change the household", 8)
        page.get_by_role("switch", name="Offer to skip", exact=True).focus()
        page.keyboard.press("ArrowDown")
        self.assertNotEqual(page.evaluate("document.activeElement.id"), "setting-enableSkipIntro")
        page.get_by_label("Longest queue").focus()
        page.keyboard.press("ArrowLeft")
        self.assertNotEqual(page.evaluate("document.activeElement.id"), "setting-maxQueueSize")

    def test_a_dialog_keeps_the_focus_and_gives_it_back(self):
        page = self.open("people")
        page.get_by_role("button", name="Change Kim", exact=True).press("Enter")
        for _ in range(12):
            page.keyboard.press("Tab")
            self.assertTrue(page.evaluate("document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"))
        page.keyboard.press("Escape")
        self.assertEqual(self.focused(page), "Change Kim")

    def test_a_link_is_saved_by_keys_alone(self):
        page = self.open("reading")
        self.walk(page, "Tab", "Save a link")
        page.keyboard.press("Enter")
        page.keyboard.type("https://example.org/one")
        page.keyboard.press("Enter")
        page.get_by_text("Link saved").wait_for()
        self.assertIn("Save a link", self.focused(page))

    def test_a_domain_is_chosen_from_suggestions_with_counts(self):
        page = self.open("reading")
        page.get_by_text("Filters").press("Enter")
        field = page.get_by_role("combobox", name="Domain")
        field.focus()
        page.get_by_role("option", name=re.compile("filmcraft.example 2")).wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        self.until(page, "document.querySelectorAll('.link-card').length === 1")
        self.check_access(page, "a domain")


if __name__ == "__main__":
    unittest.main()
