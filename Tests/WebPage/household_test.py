"""What adults change of the household on the page, by keyboard where a keyboard can."""

import atexit
import re
import unittest

from browser import BrowserCase, Shared

atexit.register(Shared.end)


class HouseholdTests(BrowserCase):
    def enter_pin(self, page, pin="2468"):
        page.wait_for_selector("pin-pad")
        page.keyboard.type(pin)
        page.get_by_role("button", name="Unlock").press("Enter")

    def open_sheet(self, page, name, item):
        page.get_by_role("button", name=f"Change {name}", exact=True).first.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=item).press("Enter")

    def test_a_childs_rules_are_counted_before_they_are_saved_with_the_pin(self):
        page = self.open("people")
        self.open_sheet(page, "Kim", "What may be watched")
        page.get_by_role("heading", name="What Kim may watch").wait_for()
        self.settle(page)
        shown = page.locator(".rules-preview dd").first
        before = shown.inner_text()
        page.get_by_role("combobox", name="Value").or_(page.get_by_label("Value")).first.fill("Drama")
        page.keyboard.press("Enter")
        page.get_by_text("Not saved yet").wait_for()
        self.until(page, f"document.querySelector('.rules-preview dd').innerText !== {before!r}")
        self.assertEqual(self.called("/SetViewingRules"), [])
        page.get_by_role("button", name="Move the rule up: Genre: Drama").press("Enter")
        page.get_by_role("button", name="Save the rules").press("Enter")
        self.enter_pin(page, "1111")
        page.get_by_text("That PIN is not right").wait_for()
        self.enter_pin(page)
        page.get_by_text("The rules are saved").wait_for()
        self.assertEqual([rule.get("genre") or rule.get("group") for rule in self.door.world.rules["p-kim"]["rules"]], ["Horror", "Drama", "Kids"])

    def test_a_preset_replaces_the_rules_and_all_can_be_removed(self):
        page = self.open("rules/p-kim")
        page.get_by_role("button", name=re.compile("^For children")).press("Enter")
        self.until(page, "document.querySelectorAll('.rules-columns ol.list')[0].children.length === 3")
        page.get_by_role("button", name="Remove all rules").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove all rules").click()
        self.enter_pin(page)
        page.get_by_text("No rules: the options of the household decide").wait_for()
        self.assertIsNone(self.door.world.rules["p-kim"])

    def test_limits_have_minutes_and_hours_of_both_kinds_of_days(self):
        page = self.open("people")
        self.open_sheet(page, "Kim", "Screen time and hours")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("group", name="Saturday and Sunday").get_by_label("Minutes a day").fill("90")
        dialog.get_by_role("group", name="Saturday and Sunday").get_by_role("button", name="Add hours").press("Enter")
        dialog.get_by_role("group", name="Saturday and Sunday").get_by_label("Until", exact=True).fill("00:00")
        self.check_access(page, "limits")
        dialog.get_by_role("button", name="Save").press("Enter")
        self.enter_pin(page)
        page.get_by_text("The limits apply now").wait_for()
        self.assertEqual(self.door.world.limits["p-kim"], {"weekdayMinutes": 60, "weekdayHours": [{"from": 480, "until": 1140}], "weekendMinutes": 90, "weekendHours": [{"from": 480, "until": 1440}], "mayFinish": True})

    def test_the_week_of_a_child_is_told(self):
        page = self.open("people")
        self.open_sheet(page, "Kim", "What was watched this week")
        page.get_by_role("dialog").get_by_text("Blue Hour").wait_for()
        self.check_access(page, "report")

    def test_a_profile_is_renamed_and_gets_a_pin(self):
        page = self.open("people")
        self.open_sheet(page, "Guests", "Rename")
        page.get_by_label("Name", exact=True).fill("Visitors")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Visitors").wait_for()
        self.open_sheet(page, "Visitors", "Set a PIN")
        page.get_by_label("New PIN").fill("1357")
        page.keyboard.press("Enter")
        page.get_by_text("The PIN is set").wait_for()
        self.assertEqual(self.called("/SetPIN"), [{"profile": "p-guests", "pin": "1357"}])

    def test_the_navigation_has_the_new_name_of_who_watches(self):
        page = self.open("people")
        self.open_sheet(page, "Olga", "Rename")
        page.get_by_role("dialog").get_by_label("Name").fill("Olga Maria")
        page.get_by_role("dialog").get_by_role("button", name="Save").click()
        page.get_by_role("link", name="Profile: Olga Maria. Switch profile").wait_for()

    def test_a_member_becomes_a_child_and_is_disabled_and_removed(self):
        page = self.open("people")
        self.settle(page)
        members = page.locator("hearth-section", has=page.get_by_role("heading", name="Members"))
        more = members.get_by_role("button", name="Change Maxim")
        more.click()
        page.get_by_role("dialog").get_by_role("button", name="Make a child").click()
        self.enter_pin(page)
        members.get_by_text("Child", exact=True).first.wait_for()
        more.click()
        page.get_by_role("dialog").get_by_role("button", name="Disable").click()
        members.get_by_text("Disabled").wait_for()
        more.click()
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        more.wait_for(state="detached")

    def test_an_invitation_has_a_link_and_a_code_and_is_revoked(self):
        page = self.open("people")
        page.get_by_role("button", name="Invite someone new").press("Enter")
        page.get_by_label("Name", exact=True).fill("Sam")
        page.get_by_label("Role").select_option("child")
        page.get_by_role("button", name="Make the link").press("Enter")
        page.get_by_role("img", name="The link as a code").wait_for()
        self.assertEqual(page.locator(".secret-link").inner_text(), f"{self.base}#/join?token=not-a-token")
        page.get_by_text("hearth://invite/").wait_for()
        page.get_by_text("good on this machine only").wait_for()
        self.check_access(page, "invitation")
        self.check_width(page, "invitation")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Revoke the invitation of Sam").press("Enter")
        page.get_by_text("The invitation is revoked").wait_for()
        self.assertEqual(self.called("/InviteMember"), [{"role": "child", "name": "Sam", "lifetimeMinutes": 1440}])

    def test_a_device_is_renamed_disabled_and_signed_out(self):
        page = self.open("people")
        self.open_sheet(page, "Living room", "Rename")
        page.get_by_label("Name", exact=True).fill("Kitchen")
        page.keyboard.press("Enter")
        page.get_by_text("Kitchen", exact=True).wait_for()
        self.open_sheet(page, "Kitchen", "Disable")
        self.until(page, "[...document.querySelectorAll('.badge.bad')].length > 1")
        page.get_by_role("button", name="Sign out: Kitchen").press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Sign out").press("Enter")
        page.get_by_text("Kitchen", exact=True).wait_for(state="detached")

    def test_the_household_is_changed_and_the_pin_is_asked_for_where_kids_see_more(self):
        page = self.open("settings")
        page.get_by_role("button", name="Change the household").press("Enter")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name", exact=True).fill("The Elms")
        dialog.get_by_label("Country").select_option("Austria")
        dialog.get_by_label("Language").select_option("Polish")
        dialog.get_by_role("switch", name="Kids see titles without a rating").press("Space")
        self.check_access(page, "household")
        dialog.get_by_role("button", name="Save").press("Enter")
        self.enter_pin(page)
        page.get_by_text("The Elms").wait_for()
        sent = self.called("/SetHouseholdOptions")[-1]
        self.assertEqual((sent["region"], sent["preferences"]["language"]), ("AT", "pl"))
        self.assertTrue(self.door.world.household["kidsSeeUnrated"])

    def test_the_rows_of_home_are_sorted_for_all(self):
        page = self.open("settings")
        page.get_by_role("button", name="Order of the home screen").press("Enter")
        for _ in range(3):
            page.get_by_role("button", name="Move On now up").press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Save").press("Enter")
        page.get_by_text("Saved").first.wait_for()
        self.visit(page, "home")
        self.until(page, "document.querySelector('hearth-section .section-header h2')?.textContent === 'On now'")

    def test_shared_devices_ask_again(self):
        page = self.open("settings")
        page.get_by_role("button", name="Shared devices ask who is watching").press("Enter")
        page.get_by_label("After idle minutes").select_option("30")
        page.get_by_role("dialog").get_by_role("button", name="Save").press("Enter")
        page.get_by_text("30 min").wait_for()
        self.assertEqual(self.called("/SetRelock"), [{"idleMinutes": 30}])


if __name__ == "__main__":
    unittest.main()
