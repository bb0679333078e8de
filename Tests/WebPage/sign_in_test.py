"""How people sign in, join, choose a profile and change it, and what the page keeps for whom."""

import atexit
import unittest

from browser import BrowserCase, Shared

atexit.register(Shared.end)


KEPT = "(async () => (await (await caches.open('hearth-responses')).keys()).map((one) => decodeURIComponent(decodeURIComponent(one.url))))()"
HOME = "hearth.gateway.v1.Gateway/Home"
DOOR = "const door = await import('/js/door.js');"


class SignInTests(BrowserCase):
    def test_a_first_visit_asks_who_is_watching_and_a_pin_opens_a_profile(self):
        page = self.open("", is_chosen=False)
        self.assertEqual(page.locator("h1").inner_text(), "Who is watching?")
        page.get_by_role("button", name="Maxim").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("pin-pad")
        page.keyboard.type("1111")
        page.get_by_role("button", name="Unlock").press("Enter")
        page.get_by_text("That PIN is not right").wait_for()
        for digit in "2468":
            page.get_by_role("button", name=f"Digit {digit}").press("Enter")
        page.get_by_role("button", name="Unlock").press("Enter")
        page.get_by_role("link", name="Profile: Maxim").wait_for()
        self.assertTrue(page.url.endswith("#/home"))

    def test_a_pin_is_typed_and_sent_by_enter_and_checked_once(self):
        page = self.open("", is_chosen=False)
        page.get_by_role("button", name="Maxim").click()
        page.wait_for_selector("pin-pad")
        page.keyboard.type("1111")
        page.keyboard.press("Enter")
        page.get_by_text("That PIN is not right").wait_for()
        self.door.behaviour.slow = {"session/profile": 0.6}
        page.keyboard.type("2468")
        page.keyboard.press("Enter")
        page.get_by_text("Checking the PIN").wait_for()
        page.keyboard.type("9")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Profile: Maxim").wait_for()

    def test_a_machine_without_a_household_says_how_one_is_made(self):
        self.behave(signedOut=True, refuses={"session/pair": {"code": "not_found", "message": "There is no household."}})
        page = self.open("sign-in", is_chosen=False)
        page.get_by_role("button", name="Show a code for another device").click()
        page.get_by_text("There is no household here yet").wait_for()

    def test_back_does_not_lead_to_signing_in_again(self):
        self.behave(signedOut=True)
        page = self.open("home", is_chosen=False)
        places = page.evaluate("history.length")
        page.get_by_label("Code").fill("GOOD-CODE")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Who is watching?").wait_for()
        self.assertEqual(page.evaluate("history.length"), places, "the choice of a profile takes the place of signing in")

    def test_the_way_to_an_invitation_leads_back(self):
        self.behave(signedOut=True)
        page = self.open("sign-in", is_chosen=False)
        page.get_by_role("link", name="I have an invitation").click()
        page.get_by_role("heading", name="You are invited").wait_for()
        page.get_by_role("link", name="Back to signing in").click()
        page.get_by_role("heading", name="Welcome to Hearth").wait_for()

    def test_a_wrong_and_a_right_code_of_a_link(self):
        self.behave(signedOut=True)
        page = self.open("home")
        self.assertEqual(page.locator("h1").inner_text(), "Welcome to Hearth")
        page.get_by_label("Code", exact=True).fill("BAD")
        page.keyboard.press("Enter")
        page.get_by_text("This code is not known").wait_for()
        self.check_access(page, "sign-in")
        page.get_by_label("Code", exact=True).fill("GOOD-CODE")
        page.keyboard.press("Enter")
        page.get_by_text("Who is watching?").wait_for()

    def test_a_link_signs_in_and_its_code_leaves_the_address(self):
        self.behave(signedOut=True)
        page = self.page()
        page.goto(self.base + "manifest.webmanifest")
        page.goto(self.base + "#/sign-in?code=GOOD-CODE")
        page.get_by_text("Who is watching?").wait_for()
        self.assertNotIn("GOOD-CODE", page.url)
        page.go_back()
        self.assertTrue(page.url.endswith("manifest.webmanifest"), "no place in the history has the code")

    def test_an_invited_person_joins_with_a_name_and_a_pin(self):
        self.behave(signedOut=True)
        page = self.open("join?token=home.adult")
        self.assertEqual(page.locator("h1").inner_text(), "You are invited")
        self.assertNotIn("home.adult", page.url)
        self.check_access(page, "join")
        page.get_by_label("Your name").fill("Robin")
        page.keyboard.press("Enter")
        page.get_by_text("Welcome, Robin").wait_for()
        self.check_access(page, "a PIN of one's own")
        page.keyboard.type("2468")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Profile: Robin").wait_for()
        self.assertTrue(page.url.endswith("#/home"))
        self.assertEqual(self.called("/SetPIN"), [{"profile": "p-new", "pin": "2468"}])

    def test_an_invited_child_has_no_pin_and_an_unknown_invitation_says_so(self):
        self.behave(signedOut=True)
        page = self.open("home")
        page.get_by_role("link", name="I have an invitation").press("Enter")
        page.get_by_label("Invitation").fill("hearth://invite/home.used")
        page.keyboard.press("Enter")
        page.get_by_text("This invitation is not known").wait_for()
        page.get_by_label("Invitation").fill("hearth://invite/home.child")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Profile: Sam").wait_for()

    def test_an_invitation_is_asked_for_once_and_another_one_can_follow_a_refused_one(self):
        self.behave(signedOut=True, slow={"session/invitation": 0.5})
        page = self.open("join?token=home.used")
        asked = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("session/invitation") else None)
        self.assertEqual(page.get_by_label("Invitation").count(), 1)
        self.assertFalse(page.get_by_label("Invitation").is_visible())
        page.get_by_label("Your name").press("Enter")
        page.get_by_text("This invitation is not known").wait_for()
        for unknown in ("https://box/#/join?token=", "https://box/#/join?token=%E0%A4"):
            page.get_by_label("Invitation").fill(unknown)
            page.keyboard.press("Enter")
            page.get_by_text("This invitation is not known").wait_for()
        self.assertEqual(len(asked), 1)
        page.keyboard.press("Control+A")
        page.keyboard.type("hearth://invite/home.child/")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Profile: Sam").wait_for()
        self.assertEqual(len(asked), 2)

    def test_back_from_the_pin_of_who_has_joined_shows_nothing_of_an_earlier_profile(self):
        page = self.open("home")
        page.evaluate("document.querySelector('hearth-screen').dataset.of = 'Olga'")
        self.visit(page, "join?token=home.adult")
        page.get_by_label("Your name").fill("Robin")
        page.keyboard.press("Enter")
        page.get_by_text("Welcome, Robin").wait_for()
        self.assertEqual(page.evaluate("document.activeElement.type"), "password")
        page.go_back()
        page.get_by_role("link", name="Profile: Robin").wait_for()
        self.settle(page)
        self.assertEqual(page.locator("[data-of]").count(), 0)
        self.assertEqual(page.evaluate("sessionStorage.getItem('hearth-chosen')"), "p-new")

    def test_another_device_approves(self):
        self.behave(signedOut=True)
        page = self.open("sign-in", reduced_motion="no-preference")
        page.get_by_role("button", name="Show a code").click()
        page.get_by_text("HKTR-9QXM").wait_for()
        page.get_by_text("Who is watching?").wait_for()

    def test_signing_out_forgets_what_was_kept(self):
        page = self.open("home")
        self.until(page, "caches.has('hearth-responses')")
        page.get_by_role("link", name="Profile: Olga").click()
        page.get_by_role("button", name="Sign out of this device").click()
        page.get_by_text("Welcome to Hearth").wait_for()
        self.assertFalse(page.evaluate("caches.has('hearth-responses')"))

    def test_another_profile_does_not_see_what_was_kept(self):
        page = self.open("queue")
        kept = "(async () => (await (await caches.open('hearth-responses')).keys()).map((one) => decodeURIComponent(one.url)).filter((one) => one.includes('p-olga')).length)()"
        self.assertGreater(page.evaluate(kept), 0)
        self.visit(page, "who")
        page.get_by_role("button", name="Kim").click()
        page.get_by_role("link", name="Profile: Kim").wait_for()
        self.assertEqual(page.evaluate(kept), 0)

    def test_a_relocked_session_leads_to_the_choice_of_a_profile(self):
        for slow, is_chosen in (({}, False), ({}, True), ({"hearth.profiles.v1.Profiles/GetHousehold": 0.5}, True)):
            self.behave(relocked=True, slow=slow)
            page = self.open("home", is_chosen=is_chosen)
            self.assertEqual(page.locator("h1").inner_text(), "Who is watching?")
            page.wait_for_timeout(700)
            self.assertTrue(page.url.endswith("#/who"), page.url)
            self.assertEqual(page.evaluate("(async () => { " + DOOR + " return (await door.switchProfile('p-kim')).profile.name; })()"), "Kim")

    def test_a_response_is_kept_for_the_profile_that_asked(self):
        self.behave(slow={"hearth.profiles.v1.Profiles/ListFavourites": 1})
        page = self.open("more")
        page.evaluate("(async () => { " + DOOR + " const asked = door.profiles.ListFavourites({}); await door.switchProfile('p-kim'); await asked; await door.profiles.ListProfiles({}); })()")
        self.until(page, KEPT + ".then((all) => all.some((one) => one.includes('p-kim') && one.includes('ListProfiles')))")
        self.assertEqual([one for one in page.evaluate(KEPT) if "ListFavourites" in one], [])

    def test_what_is_asked_for_early_is_of_the_profile_that_watches(self):
        self.door.profile = self.door.world.profiles[3]
        page = self.page()
        asked = []
        page.on("request", lambda request: asked.append(request.url) if HOME in request.url else None)
        page.goto(self.base + "#/home")
        self.settle(page)
        self.assertEqual(page.locator("h1").inner_text(), "Who is watching?")
        self.until(page, KEPT + ".then((all) => all.some((one) => one.includes('GetSettings')))")
        self.assertEqual([one for one in page.evaluate(KEPT) if "p-olga" in one], [])
        self.assertEqual(len(asked), 1)
        page.get_by_role("button", name="Guests").click()
        page.get_by_role("link", name="Profile: Guests").wait_for()
        self.settle(page)
        self.assertEqual(len(asked), 2, "home is asked for again, not shown as it was before the choice")

    def test_what_is_asked_for_early_ends_where_home_is_not_shown(self):
        self.behave(slow={HOME: 2})
        self.door.profile = self.door.world.profiles[3]
        page = self.page()
        failed = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.goto(self.base + "#/home")
        page.get_by_text("Who is watching?").wait_for()
        self.settle(page)
        page.wait_for_timeout(100)
        self.assertTrue(any(HOME in url for url in failed), failed)


if __name__ == "__main__":
    unittest.main()
