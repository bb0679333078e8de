internal import Access
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC
internal import TextFolding

/// Values of requests, checked.
enum RequestValidation {
    /// The household whose cache to use. TMDB's own responses have no rating, so only a caller that may see unrated
    /// titles may read them.
    static func household(of viewer: Viewer) throws -> String {
        guard viewer.service != nil || viewer.seesUnclassified else { throw MetadataGatewayError.notForViewer }
        return viewer.household
    }

    static func check(text: String, field: String = "text") throws {
        guard !text.isEmpty, text.count <= MetadataGatewayLimits.searchCharacters else {
            throw RPCError.invalidArgument(
                field, "must have between 1 and \(MetadataGatewayLimits.searchCharacters) characters")
        }
    }

    static func check(along: [TitleExtra]?, among known: [TitleExtra: String]) throws {
        guard let other = along?.first(where: { known[$0] == nil }) else { return }
        let names = known.keys.map(\.rawValue).sorted().joined(separator: ", ")
        throw RPCError.invalidArgument("along", "has \(other.rawValue.prefix(40)), which is none of \(names)")
    }

    static func check(videoLanguages: [String]?) throws {
        guard let videoLanguages else { return }
        let areLanguages = videoLanguages.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetter) }
        guard areLanguages, (1...MetadataGatewayLimits.videoLanguages).contains(videoLanguages.count) else {
            throw RPCError.invalidArgument(
                "videoLanguages", "must be between 1 and \(MetadataGatewayLimits.videoLanguages) languages, such as de")
        }
    }

    static func check(page: Int32? = nil, language: String?) throws {
        if let page, !(1...MetadataGatewayLimits.lastPage).contains(page) {
            throw RPCError.invalidArgument("page", "is not from 1 to \(MetadataGatewayLimits.lastPage)")
        }
        guard let language else { return }
        let parts = language.split(separator: "-", omittingEmptySubsequences: false)
        let areLetters = parts.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetter) }
        guard areLetters, (1...2).contains(parts.count) else {
            throw RPCError.invalidArgument("language", "is none, such as de or de-DE")
        }
    }

    /// The id becomes part of a path at TMDB.
    static func check(groupId: String) throws {
        let isID = groupId.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard isID, (1...MetadataGateway.GetEpisodeGroup.maximumIDLength).contains(groupId.utf8.count) else {
            throw RPCError.invalidArgument(
                "groupId",
                "must be between 1 and \(MetadataGateway.GetEpisodeGroup.maximumIDLength) letters and digits")
        }
    }

    static func check(seasonNumber: Int32) throws {
        guard seasonNumber >= 0 else { throw RPCError.invalidArgument("seasonNumber", "is below 0") }
    }
}
