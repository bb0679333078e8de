import Testing

/// The house rules that a formatter cannot express, checked on the sources of this checkout.
struct TidyTests {
    @Test(arguments: Rule.all)
    func `the sources keep the rule`(_ rule: Rule) {
        let violations = SourceTree.files.flatMap(rule.check)
        let list = violations.map(\.description).joined(separator: "\n")
        if !violations.isEmpty { Issue.record("\(rule.name):\n\(list)") }
    }

    @Test func `the sources were found`() {
        let here = "Tests/TidyTests/TidyTests.swift"
        #expect(SourceTree.files.contains { $0.path == here })
        #expect(SourceTree.files.contains { $0.path.hasPrefix("Packages/HearthRPC/Sources/RPC/") })
    }

    @Test func `the services were found`() { #expect(Rule.services.count == 8) }

    @Test func `every allowance is used`() {
        for allowance in RuntimeAllowance.all {
            let files = SourceTree.files.filter { $0.packagePath.hasPrefix(allowance.path) }
            let isUsed = files.contains { !$0.occurrences(of: allowance.token, in: $0.code).isEmpty }
            #expect(isUsed, "\(allowance.path) does not say \(allowance.token) any more: drop its row")
        }
    }

    @Test func `every folder of the catalog exists`() {
        let places = Set(SourceTree.files.compactMap(ServerFolders.Place.init).filter { $0.service == "Catalog" })
        let found = Set(places.map(\.text))
        let listed =
            ServerFolders.catalog.keys
            + ServerFolders.catalogInner.flatMap { folder, inner in
                inner.map { "\(folder)/\($0)" }
            }
        for folder in listed {
            #expect(found.contains(folder), "the catalog's server has no file in \(folder) any more: drop its row")
        }
        #expect(ServerFolders.catalogTypes.count > 150)
    }
}
