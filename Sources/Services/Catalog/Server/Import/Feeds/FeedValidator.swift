internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HTTPFetch
internal import RPC

/// Validates the requests about feeds.
enum FeedValidator {
    /// Longer names of accounts, passwords and agents are rejected.
    private static let maximumWordBytes = 512
    private static let maximumNameCharacters = 100

    /// A validated name of a source, without spaces around it.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT.
    static func sourceName(_ name: String) throws -> String {
        let trimmed = name.trimmingSpaces()
        let isPlain = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...maximumNameCharacters).contains(trimmed.count), isPlain else {
            throw RPCError.invalidArgument(
                "source", "must be between 1 and \(maximumNameCharacters) printable characters")
        }
        return trimmed
    }

    /// The requested feed.
    ///
    /// - Parameter due: The first refresh, in milliseconds since 1970: at once, also when the service stops before.
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field.
    static func feed(of request: Catalog.AddSource, due: Int64) throws -> Feed {
        let name = try sourceName(request.source)
        guard [.playlist, .guide, .xtream].contains(request.kind) else {
            throw RPCError.invalidArgument("kind", "must be playlist, guide or xtream")
        }
        let minutes = try minutes(request.refreshMinutes) ?? FeedRefreshPolicy.defaultMinutes
        var feed = Feed(name: name, kind: request.kind, address: "", minutes: minutes)
        feed.userAgent = try agent(request.userAgent)
        feed.timeZone = try timeZone(request.timeZone, of: feed.kind)
        feed.due = due
        if let other = request.guideOf {
            guard request.kind == .guide, request.address == nil else {
                throw RPCError.invalidArgument("guideOf", "a guide's, in place of its address")
            }
            (feed.guideOf, feed.guideNumber) = (try sourceName(other), request.guideNumber ?? 0)
            return feed
        }
        try setAddress(&feed, request.address ?? "", request.username, request.password)
        return feed
    }

    private static func setAddress(
        _ feed: inout Feed, _ address: String, _ username: String?, _ password: String?
    ) throws {
        guard feed.kind == .xtream else {
            feed.address = try FeedAddress.checked(address)
            return
        }
        for (name, word) in [("username", username), ("password", password)] {
            guard (word ?? "").utf8.count <= maximumWordBytes else {
                throw RPCError.invalidArgument(name, "must be at most \(maximumWordBytes) bytes")
            }
        }
        let panel = try XtreamEndpoint(address, username: username, password: password)
        (feed.address, feed.username, feed.password) = (panel.base, panel.username, panel.password)
    }

    /// Rejects the guide of a source that names none.
    static func checkGuide(_ feed: Feed, _ db: Database) throws {
        guard let name = feed.guideOf else { return }
        if try FeedTable.find(name, db)?.kind == .xtream { return }
        let guides = try SourceStore.find(name, db)?.guides ?? []
        guard guides.indices.contains(Int(feed.guideNumber)) else {
            throw RPCError(.failedPrecondition, "That source names no such guide.", executed: .no)
        }
    }

    /// Applies a request to a feed.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field.
    static func change(_ feed: inout Feed, by request: Catalog.UpdateSource, at now: Int64) throws {
        let (wasDisabled, before) = (feed.isDisabled, feed.minutes)
        if let minutes = try minutes(request.refreshMinutes) { feed.minutes = minutes }
        if request.userAgent != nil { feed.userAgent = try agent(request.userAgent) }
        if let isDisabled = request.isDisabled { feed.isDisabled = isDisabled }
        let isElsewhere = request.address != nil || request.username != nil || request.password != nil
        if isElsewhere {
            guard feed.guideOf == nil else { throw RPCError.invalidArgument("address", "it is the guide of a source") }
            guard feed.kind == .xtream || request.username == nil && request.password == nil else {
                throw RPCError.invalidArgument("username", "an Xtream Codes account has one")
            }
            // A new address may contain the account.
            let (username, password) = (request.username ?? feed.username, request.password ?? feed.password)
            let hasOwn = request.address?.contains("username=") ?? false
            try setAddress(
                &feed, request.address ?? feed.address, hasOwn ? request.username : username,
                hasOwn ? request.password : password)
            feed.validators = FetchValidators()
        }
        let zone = feed.timeZone
        if request.timeZone != nil { feed.timeZone = try timeZone(request.timeZone, of: feed.kind) }
        // A "not modified" must not skip the import: the guide's times have changed.
        if feed.timeZone != zone { feed.validators = FetchValidators() }
        if isElsewhere || feed.timeZone != zone || wasDisabled && !feed.isDisabled {
            // The refresh shows at once whether the change is right.
            (feed.failures, feed.due) = (0, now)
        } else if feed.minutes != before {
            feed.due = feed.minutes == 0 ? nil : (feed.tried ?? now) + Int64(feed.minutes) * 60_000
        }
    }

    private static func minutes(_ minutes: Int32?) throws -> Int32? {
        guard let minutes, minutes != 0 else { return minutes }
        guard FeedRefreshPolicy.minutes.contains(minutes) else {
            throw RPCError.invalidArgument(
                "refreshMinutes",
                "\(FeedRefreshPolicy.minutes.lowerBound) to \(FeedRefreshPolicy.minutes.upperBound), or 0 for never"
            )
        }
        return minutes
    }

    /// A validated time zone; nil for UTC, the default of times without a zone.
    static func timeZone(_ name: String?, of kind: ImportKind) throws -> String? {
        guard let name, !name.isEmpty else { return nil }
        guard kind == .guide else { throw RPCError.invalidArgument("timeZone", "a guide's alone") }
        guard GuideTimeZone(named: name) != nil else {
            throw RPCError.invalidArgument("timeZone", "one of IANA's names, such as Europe/Berlin")
        }
        return name == "UTC" ? nil : name
    }

    private static func agent(_ text: String?) throws -> String? {
        guard let text = text?.trimmingSpaces(), !text.isEmpty else { return nil }
        guard text.utf8.count <= maximumWordBytes, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw RPCError.invalidArgument("userAgent", "printable, at most \(maximumWordBytes) bytes")
        }
        return text
    }
}
