/// An item of the parser, in the order of the file.
package enum M3UItem: Sendable, Equatable {
    /// `#EXTM3U`: once for each such line, as lists are sometimes concatenated.
    case header(M3UHeader)
    /// A link with its attributes.
    case entry(M3UEntry)
    /// A rejected line.
    case refused(RefusedLine)
}

/// The `#EXTM3U` line.
package struct M3UHeader: Sendable, Equatable {
    /// The line number in the file, from 1.
    package var line: Int
    /// Every attribute, names in lower case.
    package var attributes: [M3UAttribute]

    /// The most guides of one list; more are dropped.
    package static let maximumGuides = 200

    /// The guides in `url-tvg`, `x-tvg-url` or `tvg-url`, split at commas; without duplicates.
    package var guideAddresses: [String] {
        var found: [String] = []
        for attribute in attributes where ["url-tvg", "x-tvg-url", "tvg-url"].contains(attribute.name) {
            for part in attribute.value.split(separator: ",") {
                let address = part.trimmingSpaces()
                if found.count < Self.maximumGuides, !address.isEmpty, !found.contains(address) {
                    found.append(address)
                }
            }
        }
        return found
    }

    /// The first attribute of that name, in lower case.
    package subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// One `name="value"` pair; the name in lower case.
package struct M3UAttribute: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// A rejected line, for the import's report.
package struct RefusedLine: Sendable, Equatable {
    /// The line number in the file, from 1.
    package var line: Int
    package var reason: Reason
    /// The start of the line, without potential secrets.
    package var excerpt: String

    /// Why a line was rejected.
    package enum Reason: String, Sendable, CaseIterable {
        case lineTooLong = "the line is too long"
        case notAnAddress = "not an address, and no directive"
        case unsafeScheme = "an address that no player should open"
        case missingAddress = "no address follows"
        case streamPart = "a part of a stream's own playlist, not an entry"
        case notATitle = "an element of the panel's answer without a number or a name"
    }

    package init(line: Int, reason: Reason, excerpt: String) {
        (self.line, self.reason, self.excerpt) = (line, reason, excerpt)
    }
}

/// The totals of a playlist.
package struct M3USummary: Sendable, Equatable {
    package var lines = 0
    package var bytes = 0
    package var entries = 0
    package var refused = 0
    /// Titles longer than `M3ULimits.maximumTitleCharacters`.
    package var titlesCut = 0
    /// Lines that were not UTF-8 and were read as a one-byte encoding, or whose UTF-8 was encoded twice.
    package var linesRecoded = 0
    /// Whether there was an `#EXTM3U` line.
    package var hasHeader = false
    /// Whether it is the playlist of one HLS stream (RFC 8216), in place of a list of channels.
    package var isStreamPlaylist = false

    package init() {}
}
