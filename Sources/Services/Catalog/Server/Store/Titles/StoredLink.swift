internal import CBOR
internal import CatalogFormats
internal import CatalogRecognition

/// The data that distinguish a title's links, as stored beside the address.
struct StoredLink: Codable, Hashable, Sendable {
    var qualityName: String?
    var codec: String?
    var dynamicRange: String?
    var languages: [String]?
    var isDubbed: Bool?
    var isSubtitled: Bool?
    var edition: String?
    var provider: String?
    var isBackup: Bool?
    var isGeoBlocked: Bool?
    var isNotAlwaysOn: Bool?
    var server: Int64?
    var catchupMode: String?
    var catchupSource: String?
    var catchupDays: Int64?
    /// Minutes, as a list may have half an hour.
    var catchupCorrection: Int64?
    /// Player options: the player, name and value. May contain keys: never for logs, errors or search responses.
    var options: [[String]]?
    var isFromScreen: Bool?

    /// Short keys: there is one of these for each link.
    private enum CodingKeys: Int, CodingKey {
        case qualityName = 1, codec, dynamicRange, languages, isDubbed, isSubtitled, edition, provider, isBackup
        case isGeoBlocked, isNotAlwaysOn, server
        case catchupMode, catchupSource, catchupDays, catchupCorrection
        case options, isFromScreen
    }

    init(_ variant: StreamVariant) {
        qualityName = variant.quality?.name
        codec = variant.codec
        dynamicRange = variant.dynamicRange
        languages = variant.languages.isEmpty ? nil : variant.languages
        isDubbed = variant.isDubbed ? true : nil
        isSubtitled = variant.isSubtitled ? true : nil
        edition = variant.edition
        provider = variant.provider
        isBackup = variant.isBackup ? true : nil
        isGeoBlocked = variant.isGeoBlocked ? true : nil
        isNotAlwaysOn = variant.isNotAlwaysOn ? true : nil
        isFromScreen = variant.isFromScreen ? true : nil
        server = variant.server.map(Int64.init)
        catchupMode = variant.catchup?.mode.rawValue
        catchupSource = variant.catchup.flatMap { $0.source.isEmpty ? nil : $0.source }
        catchupDays = variant.catchup?.days.map(Int64.init)
        catchupCorrection = variant.catchup?.correctionHours.flatMap {
            abs($0) <= Self.maximumCorrectionHours ? Int64($0 * 60) : nil
        }
        options = Self.stored(variant.options)
    }

    private static let maximumCorrectionHours = 48.0

    /// Bytes of a link's player options.
    private static let maximumOptionBytes = 8_192

    /// The options that fit, in their order.
    private static func stored(_ options: [M3UOption]) -> [[String]]? {
        var bytes = 0
        let kept = options.compactMap { option -> [String]? in
            bytes += option.name.utf8.count + option.value.utf8.count
            return bytes <= maximumOptionBytes ? [option.player.rawValue, option.name, option.value] : nil
        }
        return kept.isEmpty ? nil : kept
    }

    /// The catch-up attributes; nil when it is not offered.
    var catchup: M3UCatchup? {
        catchupMode.flatMap(M3UCatchup.Mode.init).map { mode in
            M3UCatchup(
                mode: mode, source: catchupSource ?? "", days: catchupDays.map { Int($0) },
                correctionHours: catchupCorrection.map { Double($0) / 60 })
        }
    }

    /// The link as a variant.
    func variant(source: String, address: String, headers: [M3UHeaderField], height: Int64) -> StreamVariant {
        var entry = M3UEntry()
        entry.address = address
        entry.headers = headers
        entry.options = (options ?? []).compactMap { parts in
            guard parts.count == 3, let player = M3UOption.Player(rawValue: parts[0]) else { return nil }
            return M3UOption(player: player, name: parts[1], value: parts[2])
        }
        var tags = TitleTags()
        tags.codec = codec
        tags.dynamicRange = dynamicRange
        tags.edition = edition
        tags.provider = provider
        tags.isDubbed = isDubbed ?? false
        tags.isSubtitled = isSubtitled ?? false
        tags.isBackup = isBackup ?? false
        tags.isGeoBlocked = isGeoBlocked ?? false
        tags.isNotAlwaysOn = isNotAlwaysOn ?? false
        tags.origin = isFromScreen == true ? TitleTags.screen : nil
        tags.server = server.map { Int($0) }
        let quality = qualityName.map { StreamQuality(height: Int(height), name: $0) }
        var variant = StreamVariant(entry, tags: tags, quality: quality, source: source, languages: languages ?? [])
        variant.catchup = catchup
        return variant
    }
}

/// The stored request headers of a link.
enum StoredHeaders {
    /// The bytes to store; nil for none.
    static func encode(_ headers: [M3UHeaderField]) throws -> [UInt8]? {
        headers.isEmpty ? nil : try CBOREncoder().encode(headers.map { [$0.name, $0.value] })
    }

    /// Decodes stored headers; damaged bytes are an internal error.
    static func decode(_ bytes: [UInt8]?) throws -> [M3UHeaderField] {
        guard let bytes else { return [] }
        return try CBORDecoder().decode([[String]].self, from: bytes).compactMap { pair in
            pair.count == 2 ? M3UHeaderField(name: pair[0], value: pair[1]) : nil
        }
    }
}

/// The stored match keys of a title: 17 bytes each.
enum StoredMatchKeys {
    static func encode(_ rungs: [MatchKey]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rungs.count * 17)
        for rung in rungs {
            bytes.append(rung.kind.rawValue)
            for word in [rung.key.high, rung.key.low] {
                for shift in stride(from: 0, to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
                }
            }
        }
        return bytes
    }

    static func decode(_ bytes: [UInt8]) -> [MatchKey] {
        stride(from: 0, to: bytes.count - bytes.count % 17, by: 17).compactMap { start in
            func word(_ offset: Int) -> UInt64 {
                (0..<8).reduce(0) { $0 | UInt64(bytes[start + offset + $1]) << UInt64($1 * 8) }
            }
            guard let kind = MatchKey.Kind(rawValue: bytes[start]) else { return nil }
            return MatchKey(kind: kind, key: IdentityKey(high: word(1), low: word(9)))
        }
    }
}
