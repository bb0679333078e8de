internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import HearthModel

/// `hearth catalog suggest`
struct CatalogSuggest: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Suggest completions of a search text.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The text typed so far.")
    var text: [String] = []

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.send(Catalog.Suggest(text: text.joined(separator: " ")))
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard !found.suggestions.isEmpty else { return output.line("No suggestion.") }
        var table = Table(.text("TEXT", isFlexible: true), .text("KIND"), .number("YEAR"))
        for suggestion in found.suggestions {
            table.add(
                suggestion.text, suggestion.isRecent ? "searched before" : suggestion.card?.kind.rawValue ?? "",
                suggestion.card?.year.map(String.init) ?? "")
        }
        output.table(table)
    }
}

/// `hearth catalog recent`
struct CatalogRecent: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "recent", abstract: "Show, remove or disable the acting profile's recent searches.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Option(help: ArgumentHelp("Record a search, as a client does that shows its results.", valueName: "text"))
    var add: String?

    @Option(help: ArgumentHelp("Remove this search.", valueName: "text"))
    var forget: String?

    @Flag(help: "Remove all searches.")
    var forgetAll = false

    @Flag(inversion: .prefixedNo, help: "Enable or disable recent searches; disabling removes them.")
    var keep: Bool?

    func validate() throws {
        guard [add != nil, forget != nil, forgetAll, keep != nil].count(where: \.self) <= 1 else {
            throw ValidationError("Use one of --add, --forget, --forget-all, --keep and --no-keep.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let found = try await fetch(gateway)
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard found.isKept else { return output.line("Searches are not kept.") }
        guard !found.searches.isEmpty else { return output.line("There are no recent searches.") }
        let clock = await gateway.clock()
        var table = Table(.text("AT"), .text("SEARCH", isFlexible: true))
        for search in found.searches { table.add(clock.time(search.at), search.text) }
        output.table(table)
        output.printTimeZone(clock)
    }

    private func fetch(_ gateway: Gateway) async throws -> RecentSearches {
        if forgetAll || keep == false {
            try await confirmation.require("All recent searches of this profile are removed for good.", gateway)
        }
        if let add { return try await gateway.send(Catalog.NoteSearch(text: add)) }
        if let keep { return try await gateway.send(Catalog.SetSearchHistory(isKept: keep)) }
        guard forget != nil || forgetAll else {
            return try await gateway.send(Catalog.ListRecentSearches())
        }
        if let forget {
            let known = try await gateway.send(Catalog.ListRecentSearches())
            guard known.searches.contains(where: { $0.text.lowercased() == forget.lowercased() }) else {
                throw GatewayFailure(
                    "NOT_SEARCHED", "\"\(Table.printable(forget))\" is not among the recent searches.",
                    advice: "`hearth catalog recent` shows them.")
            }
        }
        return try await gateway.send(Catalog.ForgetSearches(text: forget))
    }
}

/// `hearth catalog trending`
struct CatalogTrending: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "trending", abstract: "List searches that several profiles of the household have made.")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.send(Catalog.ListTrendingSearches())
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard !found.texts.isEmpty else { return output.line("No search was made by more than one profile.") }
        for text in found.texts { output.line(Table.printable(text)) }
    }
}
