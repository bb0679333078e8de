internal import CBOR
internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import RPC

/// Reads the links of a title, sorted and named.
enum VariantReader {
    /// A link, with the data that only ``Catalog/ResolveStream`` may return.
    struct Link {
        var variant: Variant
        /// May contain an account: never for logs, errors or other responses.
        var address: String
        var headers: [M3UHeaderField]
        /// May contain keys, likewise.
        var options: [M3UOption]
        var reasons: String
        /// The catch-up attributes of a channel.
        var catchup: M3UCatchup?
        /// The lines of its picture; nil when the list does not say.
        var lines: Int?

        /// The stream's identity: the same for every link of the source to it.
        var stream: LinkKey { LinkKey(source: variant.source, address: address) }

        /// The stream for a player.
        ///
        /// - Throws: ``StreamPolicy/withheld`` when the policy withholds it.
        func stream(
            as id: String, at address: String, fallbacks: [String], by rule: StreamPolicy
        ) throws(RPCError) -> ResolvedStream {
            guard rule.allows(self, at: address) else { throw StreamPolicy.withheld }
            let fields = headers.map { ($0.name, $0.value) }
            var stream = ResolvedStream(
                variant: id, url: address, headers: Dictionary(fields) { first, _ in first }, fallbacks: fallbacks,
                source: variant.source, stream: stream.text)
            let shown = options.map {
                StreamOption(player: StreamPlayer(rawValue: $0.player.rawValue), name: $0.name, value: $0.value)
            }
            if !shown.isEmpty { stream.options = shown }
            return stream
        }
    }

    /// The links of a visible title: those that their source still has first, each part the best first.
    static func links(of item: String, _ db: Database, _ scope: ReadScope) throws -> [Link] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.url, e.headers, e.tags, e.quality, e.lost, e.reasons, s.name, e.fingerprint
                FROM entry e CROSS JOIN source s ON s.id = e.source WHERE e.item = :item AND \(ReadScope.holds("e"))
                ORDER BY e.fingerprint LIMIT \(maximumLinks)
                """)
        let rows = try Row.fetchAll(
            statement, arguments: StatementArguments(scope.arguments.merging(["item": item]) { $1 }))
        let (live, stale) = (
            rows.filter { ($0[4] as Int64) > scope.generation }, rows.filter { ($0[4] as Int64) <= scope.generation }
        )
        var names: Set<String> = []
        var ids: Set<String> = []
        return try read(live, isStale: false, &names, &ids) + read(stale, isStale: true, &names, &ids)
    }

    /// The most links of one title that are shown.
    private static let maximumLinks = 200

    private static func read(
        _ rows: [Row], isStale: Bool, _ names: inout Set<String>, _ ids: inout Set<String>
    ) throws -> [Link] {
        var reasons: [String: String] = [:]
        let variants = try rows.map { row in
            let address: String = row[0]
            reasons[address] = row[5]
            let stored = try CBORDecoder().decode(StoredLink.self, from: [UInt8](row[2] as Data))
            let headers = try StoredHeaders.decode((row[1] as Data?).map { [UInt8]($0) })
            return stored.variant(source: row[6], address: address, headers: headers, height: row[3])
        }
        return VariantNaming.named(variants).map { name, variant in
            let free = unused(name, in: &names)
            let id = unused(id(of: variant), in: &ids)
            var shown = Variant(id: id, name: free, source: variant.source, isStale: isStale)
            shown.quality = variant.quality?.name
            shown.codec = variant.codec == "other" ? nil : variant.codec
            shown.dynamicRange = variant.dynamicRange
            shown.language = variant.languages.first
            return Link(
                variant: shown, address: variant.address, headers: variant.headers, options: variant.options,
                reasons: reasons[variant.address] ?? "", catchup: variant.catchup, lines: variant.quality?.height)
        }
    }

    private static func unused(_ text: String, in used: inout Set<String>) -> String {
        var free = text
        var number = 2
        while !used.insert(free).inserted {
            free = "\(text) \(number)"
            number += 1
        }
        return free
    }

    /// A hash of the part of a link that is stable when accounts and tokens change.
    private static func id(of variant: StreamVariant) -> String {
        var hash = Fingerprint()
        hash.add(variant.source)
        hash.add(variant.ownName)
        hash.add(AddressParts(variant.address).stableKey)
        return String(UInt64(bitPattern: hash.value), radix: 16)
    }
}
