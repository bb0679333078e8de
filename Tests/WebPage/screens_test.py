"""Every screen at three widths, in each of its states: axe finds nothing, and nothing is wider than the page."""

import atexit
import unittest

from browser import SCREENS, SERVICES, WIDTHS, BrowserCase, Shared

atexit.register(Shared.end)
WITH_LISTS = [screen for screen in SCREENS if screen not in ("who", "more", "settings", "operator", "title/m-copper-sky", "title/s-harbour-lights")]
SERVICE_OF = {"favourites": "profiles", "queue": "playback-state", "history": "playback-state", "downloads": "downloads", "reading": "reading-list", "week": "scheduler",
              "guide": "catalog", "sources": "catalog", "search?q=ha": "catalog", "title/m-copper-sky": "catalog", "who": "profiles", "settings": "profiles"}


class ScreenTests(BrowserCase):
    def test_every_screen(self):
        for width in WIDTHS:
            page = self.open("more", width)
            for screen in SCREENS:
                with self.subTest(screen=screen, width=width):
                    self.visit(page, screen)
                    self.check_width(page, screen)
                    self.check_access(page, screen)

    def test_an_empty_household(self):
        self.behave(empty=True)
        for width in (360, 1280):
            page = self.open("more", width)
            for screen in WITH_LISTS:
                with self.subTest(screen=screen, width=width):
                    self.visit(page, screen)
                    self.check_width(page, screen)
                    self.check_access(page, screen)
                    self.assertEqual(page.locator("hearth-section[data-state=error]").count(), 0)

    def test_a_service_that_is_down_is_named_in_its_place(self):
        for screen, service in SERVICE_OF.items():
            self.behave(down=[service])
            for width in (360, 1280):
                with self.subTest(screen=screen, width=width):
                    page = self.open(screen, width)
                    self.assertGreater(page.locator(".state-error[data-kind=serviceDown]").count(), 0)
                    self.check_width(page, screen)
                    self.check_access(page, screen)
                    self.contexts.pop().close()

    def test_home_works_without_any_one_service(self):
        for service in SERVICES:
            self.behave(down=[service])
            with self.subTest(service=service):
                page = self.open("home")
                self.assertGreaterEqual(page.locator("hearth-section[data-state=success]").count(), 2)
                self.contexts.pop().close()

    def test_skeletons_are_there_at_once(self):
        self.behave(delay=1.2)
        for screen in ("home", "search?q=ha", "title/m-copper-sky", "guide", "queue", "reading", "week", "settings"):
            with self.subTest(screen=screen):
                page = self.page()
                page.goto(self.base + "#/" + screen)
                page.wait_for_selector(".skeleton")
                self.assertEqual(page.locator("[class*=spinner]").count(), 0)
                self.check_access(page, screen)
                self.contexts.pop().close()

    def test_text_at_200_percent(self):
        for width in (360, 1280):
            page = self.open("more", width)
            page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
            for screen in SCREENS:
                with self.subTest(screen=screen, width=width):
                    self.visit(page, screen)
                    self.check_width(page, screen)

    def test_the_other_themes_and_the_accessibility_mode(self):
        page = self.open("more")
        for theme in ("light", "highContrast"):
            page.evaluate("theme => Object.assign(document.documentElement.dataset, { theme, accessible: 'true' })", theme)
            for screen in ("home", "search?q=ha", "title/m-copper-sky", "guide", "queue", "reading", "week", "settings", "downloads", "sources"):
                with self.subTest(screen=screen, theme=theme):
                    self.visit(page, screen)
                    page.evaluate("theme => Object.assign(document.documentElement.dataset, { theme, accessible: 'true' })", theme)
                    self.check_width(page, screen)
                    self.check_access(page, f"{screen} in {theme}")

    def test_targets_are_44_wide_and_high(self):
        small = """[...document.querySelectorAll('button, a[href], input, select, summary')].filter((element) => {
            const box = element.getBoundingClientRect();
            const isInText = element.matches('.link-title a, .visually-hidden, .skip-link, .row-button') || element.closest('.guide-grid');
            return box.width && !isInText && !element.matches('.programme') && (box.height < 43.5 || box.width < 27) && !element.matches('[type=checkbox]');
        }).map((element) => element.outerHTML.slice(0, 120))"""
        page = self.open("more", 360)
        for screen in SCREENS:
            with self.subTest(screen=screen):
                self.visit(page, screen)
                self.assertEqual(page.evaluate(small), [])


if __name__ == "__main__":
    unittest.main()
