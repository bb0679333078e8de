"""The player, on a real stream (HLS, as the door relays it)."""

import atexit
import tempfile
import unittest
from pathlib import Path

from browser import BrowserCase, Shared

atexit.register(Shared.end)
VIDEO = "document.querySelector('video')"


class PlayerTests(BrowserCase):
    def play(self, content, width=1280):
        page = self.page(width)
        page.goto(f"{self.base}#/player/{content}")
        self.until(page, f"{VIDEO}?.currentTime > 0.1", seconds=20)
        return page

    def seek(self, page, position):
        page.evaluate(f"{VIDEO}.currentTime = {position}")
        self.until(page, f"!{VIDEO}.seeking", seconds=15)

    def test_it_resumes_reports_and_ends(self):
        page = self.play("e-harbour-lights-2-3")
        self.until(page, f"{VIDEO}.currentTime > 19")
        self.assertEqual(self.called("/Play")[0], {"content": "e-harbour-lights-2-3", "device": "d-browser"})
        self.check_access(page, "player")
        self.check_width(page, "player")
        page.keyboard.press("Escape")
        self.until(page, "!document.querySelector('video')")
        reports = [one for request in self.called("/ReportProgress") for one in request["reports"]] + [self.called("/EndSession")[-1]["last"]]
        self.assertEqual([one["sequence"] for one in reports], list(range(1, len(reports) + 1)))
        self.assertGreater(reports[-1]["position"], 19)
        self.assertEqual(len(self.called("/EndSession")), 1)

    def test_keys_seek_pause_and_mute(self):
        page = self.play("m-glass-harbour")
        page.keyboard.press("m")
        self.assertTrue(page.evaluate(f"{VIDEO}.muted"))
        page.keyboard.press("k")
        self.until(page, f"{VIDEO}.paused")
        before = page.evaluate(f"{VIDEO}.currentTime")
        page.keyboard.press("ArrowRight")
        self.assertAlmostEqual(page.evaluate(f"{VIDEO}.currentTime"), before + 10, delta=1.5)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        self.assertLess(page.evaluate(f"{VIDEO}.currentTime"), 3)

    def test_an_intro_is_skipped(self):
        page = self.play("m-glass-harbour")
        page.get_by_role("button", name="Skip intro").click()
        self.until(page, f"{VIDEO}.currentTime >= 24.5")
        self.until(page, "!document.querySelector('.player-skip')")

    def test_the_next_title_counts_down_and_can_be_refused(self):
        page = self.play("e-harbour-lights-2-3")
        self.seek(page, 40)
        page.get_by_text("Next in 10 seconds").wait_for()
        self.check_access(page, "next up")
        page.get_by_text("Next in 8 seconds").wait_for()
        page.get_by_role("button", name="Stay here").press("Enter")
        self.until(page, "!document.querySelector('.player-card')")
        self.assertEqual(len(self.called("/CancelNextUp")), 1)
        self.assertEqual(self.called("/PlayNext"), [])

    def test_the_next_title_plays_also_when_the_picture_ends_before_the_countdown(self):
        page = self.play("e-harbour-lights-2-3")
        self.seek(page, 55)
        self.until(page, f"{VIDEO}.ended", seconds=20)
        self.until(page, "document.querySelector('.player-top .quiet')?.textContent.includes('E4')", seconds=20)
        self.assertEqual(self.called("/PlayNext"), [{"session": "s-now", "playsByItself": True}])
        self.assertNotIn("ended", [one["state"] for request in self.called("/ReportProgress") for one in request["reports"]])

    def test_the_next_title_plays_now(self):
        page = self.play("e-harbour-lights-2-3")
        self.seek(page, 40)
        page.get_by_role("button", name="Play now").press("Enter")
        self.until(page, "document.querySelector('player-controls .row-title') && document.title.startsWith('The Ledger') || document.querySelector('.player-top .quiet')?.textContent.includes('E4')")
        self.assertEqual(self.called("/PlayNext"), [{"session": "s-now", "playsByItself": False}])
        self.assertEqual(self.called("/EndSession"), [])

    def test_it_asks_whether_the_viewer_is_still_watching(self):
        page = self.play("m-glass-harbour")
        self.door.world.is_still_watching = True
        self.seek(page, 30)
        page.get_by_text("Are you still watching?").wait_for()
        self.until(page, f"{VIDEO}.paused")
        self.door.world.is_still_watching = False
        self.door.calls.clear()
        page.get_by_role("button", name="Go on").press("Enter")
        self.until(page, f"!{VIDEO}.paused")
        self.assertTrue(any(one["hasInput"] for request in self.called("/ReportProgress") for one in request["reports"]))

    def test_a_channel_has_no_position_and_turns_to_the_next(self):
        page = self.play("c-channel-one", 360)
        self.assertEqual(page.locator("input[type=range]").count(), 0)
        self.check_access(page, "channel")
        self.check_width(page, "channel")
        page.get_by_role("button", name="Next channel").press("Enter")
        self.until(page, "location.hash.includes('nordlicht')")

    def test_a_stream_that_does_not_play_tries_the_other_version_and_says_so(self):
        media = self.door.media
        self.door.media = None
        self.addCleanup(setattr, self.door, "media", media)
        self.behave(refuses={"hearth.playback.v1.PlaybackState/SwitchVariant": {"code": "not_found", "message": "No version is left."},
                             "hearth.playback.v1.PlaybackState/ReportVariantFailure": {"code": "not_found", "message": "No version is left."}})
        page = self.page()
        reasons = []
        page.on("request", lambda request: reasons.append(request.post_data_json["reason"]) if request.url.endswith("/ReportVariantFailure") else None)
        page.goto(self.base + "#/player/m-glass-harbour")
        page.get_by_text("Its source does not have it any more").wait_for()
        self.assertEqual(reasons, ["unreachable"])
        self.check_access(page, "missing stream")
        with page.expect_request("**/*PlaybackState/Play"):
            page.get_by_role("button", name="Try again").click()
        page.get_by_text("Its source does not have it any more").wait_for()
        # A stream that is there, and is none that a browser plays.
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        (Path(folder.name) / "index.m3u8").write_bytes(b"\x47" * 188)
        self.door.media = Path(folder.name)
        reasons.clear()
        self.visit(page, "home")
        self.visit(page, "player/m-glass-harbour")
        page.get_by_text("A browser cannot play this kind of stream").wait_for()
        self.assertEqual(reasons, ["unsupported"])
        self.assertEqual(page.get_by_role("link", name="Download a player file").get_attribute("href"), self.base + "media/s-now/index.m3u8/player.m3u")
        self.check_access(page, "failed stream")

    def test_full_connections_and_used_up_time_are_said(self):
        for detail, text in (({"type": "hearth.playback.NoFreeSlot", "debug": {"source": "Panel", "maximum": 1, "holders": [{"profile": "p-maxim", "device": "Living room", "since": "2026-03-14T18:00:00Z"}]}}, "All connections of this source are in use"),
                             ({"type": "hearth.playback.LimitReached", "debug": {"limit": "minutes"}}, "Screen time is used up for today")):
            self.behave(refuses={"hearth.playback.v1.PlaybackState/Play": {"code": "failed_precondition", "message": "No.", "details": [detail]}})
            page = self.page()
            page.goto(self.base + "#/player/m-glass-harbour")
            page.get_by_text(text).wait_for()
            self.check_access(page, text)


if __name__ == "__main__":
    unittest.main()
