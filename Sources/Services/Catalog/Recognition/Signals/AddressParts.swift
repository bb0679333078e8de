internal import CatalogFormats
internal import TextFolding

/// An address split into host and folders, on bytes: every entry of a list needs it.
package struct AddressParts {
    package let bytes: [UInt8]
    /// The authority, then the segments of the path; empty ones are omitted.
    package private(set) var segments: [Range<Int>] = []
    /// The start of the query or fragment.
    package private(set) var end: Int
    package private(set) var hasScheme = false

    package init(_ address: String) {
        bytes = Array(address.utf8)
        end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        var start = 0
        if let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")), colon + 2 < end,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        {
            (start, hasScheme) = (colon + 3, true)
        }
        segments.reserveCapacity(6)
        var index = start
        while index <= end {
            if index == end || bytes[index] == UInt8(ascii: "/") {
                if index > start { segments.append(start..<index) }
                start = index + 1
            }
            index += 1
        }
    }

    /// The host in lower case, without user and port.
    var host: [UInt8] {
        guard let authority = segments.first else { return [] }
        let start = bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
        let end = bytes[start..<authority.upperBound].firstIndex(of: UInt8(ascii: ":")) ?? authority.upperBound
        return bytes[start..<end].map(\.lowercased)
    }

    /// The last dot in the last segment.
    private var dot: Int? {
        guard segments.count > (hasScheme ? 1 : 0), let last = segments.last else { return nil }
        return bytes[last].lastIndex(of: UInt8(ascii: "."))
    }

    /// The last segment without its extension.
    package var name: Range<Int> {
        guard let last = segments.last else { return 0..<0 }
        return last.lowerBound..<(dot ?? last.upperBound)
    }

    /// The file extension in lower case, without the dot; empty when it has none of five letters or fewer.
    package var ending: String {
        guard let dot, let last = segments.last else { return "" }
        let ending = bytes[(dot + 1)..<last.upperBound]
        guard (1...5).contains(ending.count), ending.allSatisfy({ $0.isLetter || $0.isDigit }) else { return "" }
        return String(decoding: ending.map(\.lowercased), as: UTF8.self)
    }

    /// Whether a segment is this word, ignoring case; `word` is in lower case.
    func isSegment(_ number: Int, _ word: StaticString) -> Bool {
        guard number < segments.count, segments[number].count == word.utf8CodeUnitCount else { return false }
        let start = segments[number].lowerBound
        return word.withUTF8Buffer { expected in
            expected.indices.allSatisfy { bytes[start + $0].lowercased == expected[$0] }
        }
    }

    package func isNumber(_ range: Range<Int>) -> Bool {
        !range.isEmpty && bytes[range].allSatisfy(\.isDigit)
    }
}

extension AddressParts {
    /// The folder that panels put in front of account, password and number.
    package enum Panel {
        case live, movie, series
    }

    /// The panel's folder in `http://host:port/movie/user/password/5.mkv`. Other addresses have such folders, too,
    /// without that meaning.
    package var panel: Panel? {
        guard hasScheme, segments.count == 5, let first = bytes[segments[4]].first, first.isDigit,
            isNumber(name) || EntryClassifier.movieExtensions.contains(ending)
        else { return nil }
        if isSegment(1, "live") { return .live }
        if isSegment(1, "movie") || isSegment(1, "movies") || isSegment(1, "vod") { return .movie }
        if isSegment(1, "series") || isSegment(1, "serie") { return .series }
        return nil
    }

    /// Whether the address is a panel's API request: the response is a list or a description, and not media.
    var isPanelQuestion: Bool {
        let last = segments.count - 1
        guard last > 0 else { return false }
        if isSegment(last, "player_api.php") || isSegment(last, "panel_api.php") || isSegment(last, "xmltv.php") {
            return true
        }
        return isSegment(last, "get.php") && String(decoding: bytes[end...], as: UTF8.self).contains("type=m3u")
    }

    /// Whether the address leads to no server: "http://0.0.0.0:1234", as headings have.
    var isNowhere: Bool {
        guard hasScheme, let authority = segments.first else { return false }
        return bytes[authority].prefix { $0 != UInt8(ascii: ":") }.elementsEqual("0.0.0.0".utf8)
    }

    /// Whether the address is of a file that a server packages into segments: ".../Alien.mp4/index.m3u8".
    var isPackagedFile: Bool {
        segments.dropFirst(hasScheme ? 1 : 0).dropLast().contains { part in
            guard let dot = bytes[part].lastIndex(of: UInt8(ascii: ".")), dot > part.lowerBound else { return false }
            let ending = bytes[(dot + 1)..<part.upperBound]
            return (2...4).contains(ending.count)
                && EntryClassifier.movieExtensions.contains(String(decoding: ending.map(\.lowercased), as: UTF8.self))
        }
    }

    /// The part that is stable when accounts and tokens change: host and path without user, port, query and fragment;
    /// of a panel's address only the host and the number.
    package var stableKey: [UInt8] {
        guard !segments.isEmpty else { return bytes }
        var key = host
        func add(_ part: ArraySlice<UInt8>) {
            key.append(UInt8(ascii: "/"))
            for byte in part { key.append(byte.lowercased) }
        }
        if panel != nil {
            add(bytes[segments[1]])
            add(bytes[name])
        } else if segments.count == 4, isNumber(name) {
            add(bytes[name])
        } else {
            for part in segments.dropFirst() { add(bytes[part]) }
        }
        return key
    }
}
