"""The fake door refuses what the contracts refuse."""

import unittest

from contract import Refused, check, load
from responses import TABLE
from write_types import types


class ContractTests(unittest.TestCase):
    methods = load()

    def refused(self, name, request):
        method = self.methods[name]
        with self.assertRaises(Refused) as caught:
            check(method.rules, method.request, request)
        return str(caught.exception)

    def test_a_request_of_the_contract_passes(self):
        method = self.methods["hearth.catalog.v1.Catalog/GuideGrid"]
        check(method.rules, method.request, {"channels": ["c"], "from": "2026-03-14T19:00:00Z", "until": "2026-03-14T21:00:00.000Z"})

    def test_unknown_missing_and_wrong_fields_are_named(self):
        search = "hearth.catalog.v1.Catalog/Search"
        self.assertEqual(self.refused(search, {"text": "a", "kind": "movie"}), "request.kind: is not a field of catalog-search")
        self.assertEqual(self.refused(search, {}), "request.text: is missing")
        self.assertEqual(self.refused(search, {"text": None}), "request.text: is missing")
        self.assertEqual(self.refused(search, {"text": 1}), "request.text: must be a text")
        self.assertEqual(self.refused(search, {"text": "a", "genres": "Drama"}), "request.genres: must be a list")
        self.assertEqual(self.refused(search, {"text": "a", "page": {"size": 1.5}}), "request.page.size: must be a whole number")
        self.assertEqual(self.refused(search, {"text": "a", "page": {"size": True}}), "request.page.size: must be a whole number")
        self.assertIn("must be one of relevance", self.refused(search, {"text": "a", "sort": "best"}))
        self.assertIn("must be a time", self.refused("hearth.catalog.v1.Catalog/GuideGrid", {"channels": [], "from": "today", "until": "2026-03-14T21:00:00Z"}))

    def test_every_response_is_of_a_method_that_there_is(self):
        known = {name.split(".v1.")[1] for name in self.methods}
        self.assertEqual([name for name in TABLE if name not in known], [])

    def test_every_method_has_its_rules(self):
        for method in self.methods.values():
            for rule in (method.request, method.response, method.request_item, method.response_item):
                self.assertTrue(rule is None or rule in method.rules, f"{method.name}: {rule}")

    def test_types_keep_optional_fields_and_choices(self):
        text = types(self.methods)
        self.assertIn("interface CatalogGetTitle {\n  id: ContentId;\n}", text)
        self.assertIn("  year?: number;", text)
        self.assertIn("type QueuePlace = 'next' | 'last';", text)


if __name__ == "__main__":
    unittest.main()
