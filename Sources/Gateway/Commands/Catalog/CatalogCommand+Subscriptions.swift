internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import ServiceKit

/// `hearth catalog subscriptions`
struct CatalogSubscriptions: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions",
        abstract: "Show or set the acting profile's subscriptions, such as Netflix.",
        discussion: """
            The named providers replace the previous ones. `hearth search --facets` lists the providers of the library's \
            films and series, `hearth search --subscribed` the titles included in the subscriptions.

            Example: hearth catalog subscriptions Netflix "Disney Plus"
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Providers, by name or by TMDB's number.")
    var providers: [String] = []

    @Flag(help: "Remove all subscriptions.")
    var none = false

    func validate() throws {
        guard providers.isEmpty || !none else { throw ValidationError("Name providers or use --none.") }
    }

    func run(_ gateway: Gateway) async throws {
        let found = try await fetch(gateway)
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        if found.region == nil {
            output.note("The household's country is not set: `hearth household --region DE`.")
        }
        guard !found.providers.isEmpty else { return output.line("Subscribed to nothing.") }
        var table = Table(.text("PROVIDER", isFlexible: true), .number("NUMBER"))
        for provider in found.providers { table.add(provider.name ?? "", String(provider.id)) }
        output.table(table)
    }

    private func fetch(_ gateway: Gateway) async throws -> Subscriptions {
        guard none || !providers.isEmpty else {
            return try await gateway.send(Catalog.GetSubscriptions())
        }
        let numbers = try await ProviderNames.numbers(of: providers, gateway)
        return try await gateway.send(
            Catalog.SetSubscriptions(providers: numbers), see: "hearth catalog subscriptions")
    }
}

/// Providers as people name them.
enum ProviderNames {
    /// TMDB's numbers of providers that films and series of the library can be watched by.
    ///
    /// - Throws: ``GatewayFailure`` for a name of none or of several.
    static func numbers(of names: [String], _ gateway: Gateway) async throws -> [Int64] {
        guard names.contains(where: { Int64($0) == nil }) else { return names.compactMap { Int64($0) } }
        var request = Catalog.Search(text: "", page: PageRequest(size: 1))
        request.facets = [.provider]
        let known = try await gateway.send(request).facets?.first?.values ?? []
        return try names.map { name in
            if let number = Int64(name) { return number }
            return try number(of: name, among: known)
        }
    }

    private static func number(of name: String, among known: [FacetValue]) throws -> Int64 {
        let query = name.lowercased()
        let named = known.map { (name: ($0.name ?? $0.value).lowercased(), number: Int64($0.value)) }
        let whole = named.filter { $0.name == query }
        let found = whole.isEmpty ? named.filter { $0.name.hasPrefix(query) } : whole
        if found.count == 1, let number = found.first?.number { return number }
        guard found.isEmpty else {
            throw GatewayFailure(
                "AMBIGUOUS_PROVIDER", "Several providers are called \"\(name)\".",
                advice: "Use the whole name or the number: "
                    + found.compactMap { one in one.number.map { "\(one.name) is \($0)" } }.joined(separator: ", ")
                    + ".")
        }
        let meant = Spelling.closest(to: query, among: named.map(\.name))
        throw GatewayFailure(
            "UNKNOWN_PROVIDER", "\"\(name)\" is no provider of a film or series in the library.",
            advice: meant.map { "Did you mean \"\($0)\"?" } ?? "`hearth search --facets` lists the providers.")
    }
}
