internal import TextFolding

/// A streaming parser of playlists of any size, in the memory of one line.
///
/// Lists in the wild follow no grammar (the directives are those of Kodi's IPTV client, VLC and of providers' panels),
/// so nothing fails here: an unusable line is passed on as rejected, with its number and the reason, and parsing
/// continues. Lines end with LF, CR LF or CR. A line that is not UTF-8 is read as windows-1252 or windows-1251, and names
/// whose UTF-8 was encoded twice are decoded; a list in UTF-16 is converted to UTF-8 while streaming.
///
///     var parser = M3UParser()
///     for try await chunk in body { try parser.consume(chunk.span) { item in … } }
///     let summary = try parser.finish { item in … }
package struct M3UParser {
    package let limits: M3ULimits
    /// The totals so far.
    package internal(set) var summary = M3USummary()

    /// The first bytes, until they show whether it is UTF-16; nil from then on.
    private var head: [UInt8]? = []
    /// Converts UTF-16 to UTF-8; nil for any other list.
    private var converter: CharsetConverter?
    /// The start of a line whose end has not arrived.
    private var carry: [UInt8] = []
    /// Whether a line beyond the limit is being skipped.
    private var isSkipping = false
    private var lastWasCarriageReturn = false

    /// The attributes of the next address, from the lines since the last one.
    package var draft = M3UEntry()
    /// Whether there was an `#EXTINF` since the last address.
    var hasInfo = false
    /// Whether a line was rejected in the place of the address, so that its absence needs no second report.
    var hasRefusedAddress = false
    /// The group of `#EXTGRP` lines before an `#EXTINF`: it applies until the next group.
    var lastingGroup = ""
    /// Inherited attributes of `#EXTM3U`.
    var defaults: [M3UAttribute] = []
    /// Whether there was an `#EXT-X-STREAM-INF`: the next address is a variant of one stream.
    var isStreamVariant = false
    /// Whether there were tags of a stream's own playlist: addresses without an `#EXTINF` are its segments.
    var hasStreamTags = false

    package init(limits: M3ULimits = M3ULimits()) {
        self.limits = limits
    }

    /// Bytes of a line whose end has not arrived: at most the line limit, and a character.
    var heldBytes: Int { carry.count + (head?.count ?? 0) + (converter?.heldBytes ?? 0) }

    /// Parses some more bytes, split anywhere.
    ///
    /// - Throws: only what `receive` throws; the parser is then unusable.
    package mutating func consume(_ bytes: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        summary.bytes += bytes.count
        guard var first = head else { return try decode(bytes, receive) }
        bytes.withUnsafeBufferPointer { first.append(contentsOf: $0) }
        head = first
        guard first.count >= 2 else { return }
        try decodeHead(receive)
    }

    private mutating func decodeHead(_ receive: (M3UItem) throws -> Void) rethrows {
        guard let first = head else { return }
        head = nil
        converter = CharsetConverter.wideEncoding(of: first.span).flatMap { CharsetConverter(from: $0) }
        try decode(first.span, receive)
    }

    private mutating func decode(_ bytes: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        guard let converter else { return try readLines(bytes, receive) }
        try converter.convert(bytes) { try readLines($0, receive) }
    }

    private mutating func readLines(_ bytes: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        var lineStart = 0
        while lineStart < bytes.count {
            let end = bytes.endOfLine(from: lineStart)
            if end.index > lineStart { lastWasCarriageReturn = false }
            guard end.index < bytes.count else { break }
            let isLineFeed = bytes[end.index] == 0x0A
            if isLineFeed, lastWasCarriageReturn, carry.isEmpty {
                lastWasCarriageReturn = false
            } else {
                lastWasCarriageReturn = !isLineFeed
                try endLine(bytes.extracting(lineStart..<end.index), isASCII: end.isASCII, receive)
            }
            lineStart = end.index + 1
        }
        keep(bytes.extracting(lineStart..<bytes.count))
    }

    /// Parses the last line, when it has no line end, and returns the totals.
    @discardableResult
    package mutating func finish(_ receive: (M3UItem) throws -> Void) rethrows -> M3USummary {
        try decodeHead(receive)
        let nothing: [UInt8] = []
        if !carry.isEmpty || isSkipping { try endLine(nothing.span, isASCII: true, receive) }
        if hasInfo, !hasRefusedAddress { try refuseDraft(receive) }
        return summary
    }

    /// Keeps the start of a line for the next chunk: all of it up to the limit, an excerpt for the report beyond.
    private mutating func keep(_ rest: Span<UInt8>) {
        guard !rest.isEmpty else { return }
        if isSkipping || carry.count + rest.count > limits.maximumLineBytes {
            if !isSkipping, carry.count > Self.excerptBytes { carry.removeLast(carry.count - Self.excerptBytes) }
            isSkipping = true
            keepExcerpt(rest)
        } else {
            carry.reserveCapacity(carry.count + rest.count)
            rest.withUnsafeBufferPointer { carry.append(contentsOf: $0) }
        }
    }

    private mutating func keepExcerpt(_ rest: Span<UInt8>) {
        let space = max(0, min(rest.count, Self.excerptBytes - carry.count))
        for index in 0..<space { carry.append(rest[index]) }
    }

    private mutating func endLine(
        _ end: Span<UInt8>, isASCII: Bool, _ receive: (M3UItem) throws -> Void
    ) rethrows {
        summary.lines += 1
        if isSkipping || carry.count + end.count > limits.maximumLineBytes {
            keepExcerpt(end)
            let excerpt = Self.excerpt(of: carry.span)
            (isSkipping, carry) = (false, [])
            return try refuse(.lineTooLong, line: summary.lines, excerpt: excerpt, receive)
        }
        guard !carry.isEmpty else { return try readLine(end, isASCII: isASCII, receive) }
        var line = carry
        end.withUnsafeBufferPointer { line.append(contentsOf: $0) }
        carry.removeAll(keepingCapacity: true)
        try readLine(line.span, isASCII: false, receive)
    }

    private mutating func readLine(
        _ bytes: Span<UInt8>, isASCII: Bool, _ receive: (M3UItem) throws -> Void
    ) rethrows {
        var range = bytes.trimmed(0..<bytes.count)
        // A byte order mark also occurs where lists were concatenated.
        if range.count >= 3, bytes[range.lowerBound] == 0xEF, bytes[range.lowerBound + 1] == 0xBB,
            bytes[range.lowerBound + 2] == 0xBF
        {
            range = bytes.trimmed((range.lowerBound + 3)..<range.upperBound)
        }
        guard !range.isEmpty else { return }
        let line = bytes.extracting(range)
        if isASCII || LegacyCharset.isUTF8(line) {
            guard line[0] == UInt8(ascii: "#") else { return try readAddress(line, receive) }
            guard !isASCII, let plain = DoubleEncoding.undone(line) else { return try readDirective(line, receive) }
            summary.linesRecoded += 1
            try readDirective(plain.span, receive)
        } else {
            summary.linesRecoded += 1
            let recoded = LegacyCharset.utf8(from: line)
            try recoded[0] == UInt8(ascii: "#")
                ? readDirective(recoded.span, receive) : readAddress(recoded.span, receive)
        }
    }

    static let excerptBytes = 120

    package mutating func refuse(
        _ reason: RefusedLine.Reason, line: Int, excerpt: String, _ receive: (M3UItem) throws -> Void
    ) rethrows {
        summary.refused += 1
        try receive(.refused(RefusedLine(line: line, reason: reason, excerpt: excerpt)))
    }

    /// Reports attributes without an address.
    mutating func refuseDraft(_ receive: (M3UItem) throws -> Void) rethrows {
        let title = Array(draft.title.utf8)
        try refuse(.missingAddress, line: draft.line, excerpt: Self.excerpt(of: title.span), receive)
    }

    /// The start of a line; of an address only the host, as the rest may contain a password.
    package static func excerpt(of line: Span<UInt8>) -> String {
        var end = min(line.count, excerptBytes)
        var index = 0
        while index + 2 < end {
            guard line.matches("://", at: index) else {
                index += 1
                continue
            }
            var host = index + 3
            while host < end, line[host] != UInt8(ascii: "/"), !line[host].isSpace { host += 1 }
            let hasAccount = line.lastIndex(of: UInt8(ascii: "@"), in: (index + 3)..<host) != nil
            return line.text(0..<(hasAccount ? index + 3 : host)) + "…"
        }
        // A character that was cut in half is dropped, too.
        if end == excerptBytes {
            while end > 0, line[end - 1] & 0xC0 == 0x80 { end -= 1 }
            if end > 0, line[end - 1] >= 0xC0 { end -= 1 }
        }
        return line.text(0..<end)
    }
}
