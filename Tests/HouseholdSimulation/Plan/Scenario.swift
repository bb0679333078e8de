/// What an evening is made of: a few things that one person does one after the other.
package enum Scenario: String, Codable, CaseIterable, Sendable {
    case watching
    case queueing
    case favourites
    case reading
    case programme
    case importing
    case visitors
    case settings
    case browsing
    case downloading
    case discovering
    case guessing
    /// Shards are missing for a while; what people do meanwhile is of the other scenarios.
    case mislaying

    /// The services that it needs, beside profiles.
    package var services: [String] {
        switch self {
        case .watching, .queueing: ["catalog", "playback-state"]
        case .favourites, .settings, .guessing: []
        case .downloading: ["catalog", "downloads"]
        case .discovering: ["metadata-gateway"]
        case .reading: ["reading-list"]
        case .programme: ["scheduler"]
        case .importing, .browsing: ["catalog"]
        case .visitors, .mislaying: ["catalog", "playback-state", "reading-list", "scheduler", "downloads"]
        }
    }
}

/// Who lives in the household.
package enum Person: String, Codable, CaseIterable, Sendable {
    /// The owner.
    case ada
    /// The other adults.
    case ben, cleo
    /// A teenager, who may see what adults may.
    case dora
    /// A child with a kids profile, and what that may not see.
    case emil

    /// The devices that are theirs, or that all share.
    var devices: [String] {
        switch self {
        case .ada: ["ada-phone", "laptop", "tv"]
        case .ben: ["ben-phone", "tv", "kitchen"]
        case .cleo: ["cleo-tablet", "tv", "kitchen"]
        case .dora: ["dora-phone", "tv"]
        case .emil: ["emil-tablet", "tv"]
        }
    }

    /// Those who may change the library.
    static let ownerAndAdults: [Person] = [.ada, .ben, .cleo]
}
