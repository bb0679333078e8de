"""What people do on the page, by keyboard where a keyboard can."""

import atexit
import re
import unittest

from browser import BrowserCase, Shared

atexit.register(Shared.end)


HOME = "hearth.gateway.v1.Gateway/Home"


class FlowTests(BrowserCase):
    def focused(self, page):
        return page.evaluate("document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || ''")

    def test_home_is_one_call_and_a_row_is_asked_for_again_alone(self):
        self.behave(down=["scheduler"])
        page = self.open("home")
        self.assertEqual(len(self.called("Gateway/Home")), 1)
        self.door.behaviour.down.clear()
        page.locator("hearth-section", has=page.get_by_role("heading", name="Tonight")).get_by_role("button", name="Try again").press("Enter")
        self.until(page, "![...document.querySelectorAll('.state-error')].length")
        self.assertEqual(self.called("Gateway/Home")[-1]["rows"], ["programme"])

    def test_home_says_of_which_series_the_next_episode_is_not_known(self):
        self.door.world.unknown_series = 2
        page = self.open("home")
        page.get_by_text("The next episodes of 2 series are not known").wait_for()

    def test_back_keeps_the_place(self):
        page = self.open("home")
        card = page.locator("a.card[data-id=s-captain-button]").first
        card.scroll_into_view_if_needed()
        card.focus()
        place = page.evaluate("scrollY")
        self.assertGreater(place, 300)
        page.keyboard.press("Enter")
        page.get_by_role("heading", level=1, name="Captain Button").wait_for()
        before = len(self.called("/ListDiscovery"))
        page.keyboard.press("Backspace")
        page.locator("hearth-hero").wait_for()
        self.assertAlmostEqual(page.evaluate("scrollY"), place, delta=2)
        self.assertEqual(page.evaluate("document.activeElement.dataset.id"), "s-captain-button")
        self.assertEqual(len(self.called("/ListDiscovery")), before)

    def test_arrows_go_from_the_row_to_the_next_and_to_the_navigation(self):
        page = self.open("home")
        page.locator("a.card").first.focus()
        first = self.focused(page)
        page.keyboard.press("ArrowRight")
        self.assertNotEqual(self.focused(page), first)
        self.assertTrue(page.evaluate("document.activeElement.matches('.row a, .row button')"))
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        self.assertTrue(page.evaluate("document.activeElement.matches('main a, main button')"))
        for _ in range(6):
            page.keyboard.press("ArrowLeft")
        self.assertTrue(page.evaluate("document.activeElement.matches('nav a')"))

    def test_a_title_is_put_on_the_list_and_taken_off_with_undo(self):
        page = self.open("title/m-glass-harbour")
        page.get_by_role("button", name="My list").click()
        page.get_by_role("button", name="On my list").click()
        page.get_by_role("button", name="Undo").click()
        self.until(page, "document.querySelector('.toasts').textContent.includes('Added')")
        self.assertIn("m-glass-harbour", self.door.world.favourites)

    def test_a_download_in_its_three_states(self):
        page = self.open("title/m-the-understudy")
        page.get_by_role("button", name="Download").click()
        page.get_by_role("button", name="Pause The Understudy").click()
        page.get_by_role("button", name="Resume The Understudy").wait_for()
        self.door.world.downloads[0].update(status="completed", progress=1)
        self.door.tell("download", {"changed": self.door.world.downloads[0]})
        page.get_by_text("Downloaded").wait_for()

    def test_the_queue_is_sorted_by_keys_and_by_dragging(self):
        page = self.open("queue")
        page.get_by_role("button", name="Move The Quiet Frequency down").press("Enter")
        self.until(page, "document.querySelector('.list-row .row-title').textContent === 'Glass Harbour'")
        self.assertEqual(self.focused(page), "Move The Quiet Frequency down")
        handle, first = page.locator(".handle").nth(3).bounding_box(), page.locator(".list-row").nth(0).bounding_box()
        page.mouse.move(handle["x"] + 10, handle["y"] + 10)
        page.mouse.down()
        page.mouse.move(handle["x"] + 10, first["y"] + 20, steps=8)
        page.mouse.up()
        self.until(page, "document.querySelector('.list-row .row-title').textContent === 'Mapmakers'")
        page.get_by_role("button", name="Clear all").click()
        page.get_by_role("dialog").get_by_role("button", name="Cancel").press("Enter")
        self.assertEqual(self.focused(page).strip(), "Clear all")
        page.get_by_role("button", name="Clear all").click()
        page.get_by_role("dialog").get_by_role("button", name="Clear all").click()
        page.get_by_text("Nothing is queued").wait_for()

    def test_a_link_is_read_deleted_and_brought_back(self):
        page = self.open("reading")
        page.get_by_role("button", name="Delete The sound of a lighthouse").click()
        self.until(page, "document.querySelectorAll('.link-card').length === 3")
        page.get_by_role("button", name="Undo").click()
        self.until(page, "document.querySelectorAll('.link-card').length === 4")
        page.get_by_role("button", name=re.compile("^Videos")).click()
        self.until(page, "document.querySelectorAll('.link-card').length === 1")
        page.get_by_role("button", name=re.compile("^Archive")).click()
        self.until(page, "document.querySelectorAll('.link-card').length === 2")
        page.get_by_role("button", name=re.compile("^Audio")).click()
        page.get_by_text("No Audio links in your archive list").wait_for()

    def test_a_file_is_imported_by_choosing_it(self):
        page = self.open("sources")
        page.set_input_files("#import-file", files=[{"name": "tv.m3u", "mimeType": "audio/x-mpegurl", "buffer": b"#EXTM3U\n#EXTINF:-1,One\nhttp://example.org/1\n"}])
        page.get_by_text("312 added, 40 updated, 3 refused").first.wait_for()
        self.assertEqual(self.called("/ImportPlaylist")[0], {"source": "tv", "file": "tv.m3u", "bytes": 44, "bytesSent": 44})
        page.set_input_files("#import-file", files=[{"name": "photo.png", "mimeType": "image/png", "buffer": b"\x89PNG"}])
        page.get_by_text("neither a playlist").wait_for()

    def test_an_import_of_links_says_what_came_of_it(self):
        page = self.open("sources")
        page.set_input_files("#import-file", files=[{"name": "links.html", "mimeType": "text/html", "buffer": b"<!DOCTYPE NETSCAPE-Bookmark-file-1>"}])
        page.get_by_text("36 links added, 4 on the list already").wait_for()
        page.get_by_role("button", name="Reading").click()
        page.get_by_role("heading", name="Reading").wait_for()

    def test_a_source_that_was_never_imported_says_so_and_the_last_import_takes_the_place_of_the_one_before(self):
        source = self.door.world.sources[0]
        source["imported"] = "1970-01-01T00:00:00Z"
        failed = {"id": "job-90", "kind": "playlist", "source": source["name"], "state": "failed", "phase": "fetching", "done": 0, "total": 0, "problem": "Nothing answers there."}
        self.door.world.jobs.append(failed)
        page = self.open("sources")
        page.get_by_text("Not imported yet").wait_for()
        card = page.locator("import-card", has_text="Nothing answers there.")
        card.wait_for()
        self.door.tell("import", {**failed, "id": "job-91", "state": "running", "total": 100, "problem": None})
        page.locator("[data-job=job-91]").wait_for()
        self.assertEqual(card.count(), 0)

    def test_a_title_offers_to_resume_after_it_was_played(self):
        page = self.open("title/m-copper-sky")
        page.get_by_role("link", name="Play", exact=True).wait_for()
        self.door.world.progress["m-copper-sky"] = 0.4
        self.door.tell("activity", {"event": {"kind": "ended"}})
        page.get_by_role("link", name=re.compile("^Resume at")).wait_for()

    def test_the_history_names_devices_and_never_by_their_ids(self):
        page = self.open("history")
        page.get_by_text("on Living room").first.wait_for()
        page.get_by_text("on another device").wait_for()
        self.assertNotIn("c5eab2323ef4cd32c749", page.locator("main").inner_text())

    def test_a_part_that_was_down_comes_back_by_itself(self):
        self.behave(down=["reading-list"])
        page = self.open("reading")
        page.get_by_text("The reading list is not available right now").wait_for()
        page.get_by_role("button", name="Try again").focus()
        self.behave()
        page.locator(".link-card").first.wait_for()

    def test_the_system_page_says_that_posters_need_a_key(self):
        self.door.world.lacks_key = True
        page = self.open("operator")
        page.get_by_text("There is no key of TMDB").wait_for()

    def test_a_setting_is_changed_and_its_dependants_follow(self):
        page = self.open("settings")
        self.assertTrue(page.get_by_label("Skip by itself").is_enabled())
        page.get_by_role("switch", name="Offer to skip", exact=True).press("Space")
        self.until(page, "document.getElementById('setting-autoSkipIntro').disabled")
        page.get_by_label("Theme").select_option("highContrast")
        self.until(page, "document.documentElement.dataset.theme === 'highContrast'")
        self.check_access(page, "high contrast")

    def test_a_device_is_approved_by_its_code(self):
        page = self.open("people")
        page.get_by_label("Code shown on the device").fill("nothing")
        page.keyboard.press("Enter")
        page.get_by_text("No device shows this code").wait_for()
        page.get_by_label("Code shown on the device").fill("HKTR-9QXM")
        page.keyboard.press("Enter")
        page.get_by_text('"Bedroom TV" asks to sign in').wait_for()
        page.keyboard.press("Enter")
        page.get_by_text("The device is signed in").wait_for()

    def test_what_another_profile_plays_is_joined_and_left(self):
        page = self.open("people")
        page.get_by_role("button", name="Watch along").press("Enter")
        page.get_by_role("button", name="Leave", exact=True).press("Enter")
        page.get_by_role("button", name="Watch along").wait_for()
        self.assertEqual(self.called("/JoinSession") + self.called("/LeaveSession"), [{"session": "s-1"}] * 2)

    def test_a_child_is_offered_and_gets_less(self):
        page = self.open("who")
        page.get_by_role("button", name="Kim").click()
        page.get_by_role("link", name="Profile: Kim").wait_for()
        self.settle(page)
        names = page.locator("nav .tab").all_inner_texts()
        self.assertFalse({"Sources", "People", "System"} & set(names))
        page.goto(self.base + "#/sources")
        self.settle(page)
        self.assertEqual(page.locator("hearth-hero").count(), 1)
        page.goto(self.base + "#/title/m-little-comet")
        self.settle(page)
        self.assertEqual(page.get_by_text("Reviews").count(), 0)

    def test_any_method_is_called_by_reflection(self):
        page = self.open("operator")
        page.locator("form select").select_option("hearth.profiles.v1.Profiles/ListProfiles")
        page.get_by_role("button", name="Call", exact=True).press("Enter")
        page.get_by_text('"name": "Olga"').wait_for()
        page.get_by_label("Request (JSON)").fill("{")
        page.get_by_role("button", name="Call", exact=True).press("Enter")
        page.get_by_text("This is not JSON").wait_for()

    def test_a_service_that_ends_shows_on_the_system_page(self):
        page = self.open("operator")
        self.door.behaviour.down.add("scheduler")
        self.door.tell("service", {"service": "scheduler", "isUp": False})
        page.locator(".badge.bad").wait_for()

    def test_the_week_is_by_day_and_a_slot_goes(self):
        page = self.open("week")
        page.get_by_role("button", name=re.compile("^Copper Sky")).first.click()
        page.get_by_role("button", name="Remove").click()
        page.get_by_text("Removed from the schedule").wait_for()
        page.get_by_role("button", name=re.compile("^Sunday")).click()
        page.get_by_role("button", name=re.compile("^Small Hours, 2 eps, 19:30, Recurring")).wait_for()

    def test_the_guide_draws_only_what_is_near(self):
        world = self.door.world
        for index in range(400):
            card = dict(world.channels[index % 12], id=f"c-many-{index}", title=f"Channel {index}")
            world.cards[card["id"]] = card
            world.channels.append(card)
            world.numbers[card["id"]], world.programmes[card["id"]] = str(index + 13), world.programmes[world.channels[index % 12]["id"]]
        page = self.open("guide")
        page.locator(".programme").first.wait_for()
        self.assertLess(page.locator(".guide-row").count(), 40)
        page.evaluate("document.querySelector('.guide-scroll').scrollTop = 15000")
        page.get_by_role("rowheader", name="Channel 230", exact=False).first.wait_for()
        self.assertLess(page.locator(".guide-row").count(), 40)
        self.assertEqual(page.get_by_role("grid").get_attribute("aria-rowcount"), "413")
        page.evaluate("document.querySelector('.guide-scroll').scrollTop = 0")
        page.locator(".programme.on").first.press("Enter")
        page.get_by_role("dialog").get_by_role("link", name="Watch", exact=True).wait_for()

    def test_a_title_says_why_one_would_like_it_and_what_is_missing(self):
        self.behave(down=["downloads", "playback-state"])
        page = self.open("title/m-glass-harbour")
        page.get_by_text("What is watched is not available right now. Downloads is not available right now.").wait_for()
        page.get_by_role("heading", name="Why you might like it").wait_for()
        page.locator(".reasons").get_by_text("which you keep").wait_for()
        self.check_access(page, "why")
        self.assertEqual(len(self.called("Catalog/ListSimilar")), 1)
        self.behave(down=["scheduler", "profiles"])
        page = self.open("title/m-copper-sky")
        reasons = page.locator("hearth-section", has_text="Why you might like it")
        reasons.get_by_text("Rated 8.7 out of 10").wait_for()
        self.assertEqual(reasons.get_by_role("listitem").count(), 1)
        self.assertEqual(reasons.locator(".state-error").count(), 0)

    def test_no_reason_has_no_heading_and_what_cannot_be_downloaded_misses_no_downloads(self):
        self.behave(slow={"hearth.scheduler.v1.Scheduler/ListShows": 1}, down=["downloads", "playback-state"])
        page = self.page()
        page.goto(self.base + "#/title/s-captain-button")
        page.get_by_text("What is watched is not available right now.").wait_for()
        self.assertEqual(page.get_by_text("Downloads is not available right now.").count(), 0)
        page.get_by_role("heading", name="More like this").wait_for()
        self.assertEqual(page.get_by_role("heading", name="Why you might like it").count(), 0)

    def test_nothing_is_requested_any_more_after_leaving(self):
        self.behave(delay=2)
        page = self.page()
        failed = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.goto(self.base + "#/home")
        page.wait_for_selector("hearth-section .skeleton-row")
        page.evaluate("location.hash = '#/more'")
        self.settle(page)
        page.wait_for_timeout(100)
        self.assertTrue(any("ListGenres" in url for url in failed), failed)

    def test_the_call_of_home_ends_with_its_screen(self):
        self.behave(slow={HOME: 2})
        page = self.page()
        failed = []
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.goto(self.base + "#/home")
        page.wait_for_selector("hearth-section[data-state=loading]")
        page.evaluate("location.hash = '#/more'")
        self.settle(page)
        page.wait_for_timeout(100)
        self.assertTrue(any(HOME in url for url in failed), failed)

    def test_the_shell_and_the_last_responses_are_there_offline(self):
        page = self.open("queue", worker=True)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.goto(self.base + "#/home")
        page.reload()
        self.settle(page)
        page.goto(self.base + "#/queue")
        self.settle(page)
        page.context.set_offline(True)
        page.reload()
        page.get_by_text("The Quiet Frequency").wait_for()
        page.get_by_text("You're offline").wait_for()
        self.check_access(page, "offline")
        page.goto(self.base + "#/week")
        page.locator(".state-error[data-kind=offline]").wait_for()
        self.assertEqual(page.get_by_role("button", name="Try again").count(), 0)
        page.context.set_offline(False)
        page.evaluate("location.hash = '#/downloads'")
        page.get_by_text("Storage").wait_for()
        self.until(page, "!document.querySelector('.banner')")

    def test_no_motion_where_it_is_not_wanted(self):
        page = self.open("home")
        moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
        self.assertEqual(page.evaluate(moving), 0)
        self.assertEqual(page.get_by_role("button", name="Move on by itself").count(), 1)

    def test_no_glass_where_transparency_is_reduced(self):
        page = self.page()
        client = page.context.new_cdp_session(page)
        client.send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-transparency", "value": "reduce"}]})
        page.goto(self.base + "#/home")
        self.settle(page)
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--glass-3').includes('rgb')"), False)
        self.check_access(page, "home without glass")

    def test_nothing_comes_from_elsewhere(self):
        page = self.page()
        hosts = set()
        page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
        page.goto(self.base + "#/home")
        self.settle(page)
        self.assertEqual(hosts, {self.base.split("/")[2]})


if __name__ == "__main__":
    unittest.main()
