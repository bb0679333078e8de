internal import Foundation

extension M3UParser {
    /// Attributes of `#EXTM3U` that are inherited by entries without their own.
    private static let inheritable: Set<String> = [
        "tvg-shift", "catchup", "catchup-type", "catchup-days", "catchup-source", "catchup-correction", "tvg-rec",
    ]

    /// Parses a line that starts with `#`.
    mutating func readDirective(_ line: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        if line.matches("#extinf") {
            try readInfo(line, receive)
        } else if line.matches("#extvlcopt") {
            readOption(line, from: 10, player: .vlc)
        } else if line.matches("#kodiprop:") {
            readOption(line, from: 10, player: .kodi)
        } else if line.matches("#extgrp:") {
            readGroup(line.label(line.trimmed(8..<line.count)))
        } else if line.matches("#extm3u") {
            try readHeader(line, receive)
        } else if line.matches("#exthttp:") {
            readHeaderObject(line.text(9..<line.count))
        } else if line.matches("#extimg:") {
            if draft.logo.isEmpty { draft.logo = line.text(line.trimmed(8..<line.count)) }
        } else if line.matches("#ext-x-") {
            readStreamDirective(line)
        }
    }

    private mutating func readHeader(_ line: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        summary.hasHeader = true
        lastingGroup = ""
        var attributes: [M3UAttribute] = []
        let limit = limits.maximumAttributes
        _ = M3UAttributeScanner.scan(line, from: 7, isHeader: true) { pair in
            guard attributes.count < limit else { return }
            let name = line.text(pair.name).lowercased()
            let value = Self.value(of: pair, in: line)
            attributes.append(
                M3UAttribute(name: name, value: Self.addressNames.contains(name) ? Self.unescaped(value) : value))
        }
        defaults = attributes.filter { Self.inheritable.contains($0.name) && !$0.value.isEmpty }
        try receive(.header(M3UHeader(line: summary.lines, attributes: attributes)))
    }

    private mutating func readInfo(_ line: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        if hasInfo {
            if !hasRefusedAddress { try refuseDraft(receive) }
            startEntry()
        }
        hasInfo = true
        draft.line = summary.lines
        var position = 7
        if position < line.count, line[position] == UInt8(ascii: ":") { position += 1 }
        draft.duration = Self.duration(in: line, position: &position)
        let limit = limits.maximumAttributes
        var count = 0
        // Moved out and back: a copy would retain each of its strings.
        var entry = M3UEntry()
        swap(&entry, &draft)
        let title = M3UAttributeScanner.scan(line, from: position, isHeader: false) { pair in
            count += 1
            if count <= limit { Self.set(pair, of: line, in: &entry) }
        }
        if let title { entry.title = line.label(line.trimmed(title)) }
        // Some players' lists name a group so.
        if entry.groupText.isEmpty { entry.groupText = entry["group"] ?? "" }
        if entry.groupText.isEmpty {
            entry.groupText = lastingGroup
        } else {
            lastingGroup = ""
        }
        swap(&entry, &draft)
    }

    /// Parses a line that is no directive: an address, or one to reject.
    package mutating func readAddress(_ line: Span<UInt8>, _ receive: (M3UItem) throws -> Void) rethrows {
        if let plain = Self.unescaped(line) { return try readAddress(plain.span, receive) }
        let parts: M3UAddress.Parts
        switch M3UAddress.parts(of: line, followsInfo: hasInfo) {
        case .success(let found): parts = found
        case .failure(let refusal):
            hasRefusedAddress = true
            return try refuse(refusal.reason, line: summary.lines, excerpt: Self.excerpt(of: line), receive)
        }
        defer { startEntry() }
        let isBareSegment = draft.title.isEmpty && draft.attributes.isEmpty && draft.guideID.isEmpty
        if isBareSegment, isStreamVariant || hasStreamTags {
            return try refuse(.streamPart, line: summary.lines, excerpt: Self.excerpt(of: line), receive)
        }
        if !hasInfo {
            draft.line = summary.lines
            draft.groupText = draft.groupText.isEmpty ? lastingGroup : draft.groupText
        }
        draft.address = M3UAddress.whole(line.text(parts.address))
        if let suffix = parts.suffix {
            for field in M3UHeaderSuffix.fields(in: line, suffix) { setHeader(field, overrides: true) }
        }
        complete()
        summary.entries += 1
        var entry = M3UEntry()
        swap(&entry, &draft)
        try receive(.entry(entry))
    }

    /// Fills missing fields from other attributes, the list's header and the address.
    private mutating func complete() {
        if draft.title.isEmpty { draft.title = draft["tvc-guide-title"] ?? "" }
        if draft.title.isEmpty || Self.isBehindComma(draft.title, of: draft.guideName) { draft.title = draft.guideName }
        if draft.title.isEmpty { draft.title = Self.name(from: draft.address) }
        let (title, wasCut) = draft.title.cut(toCharacters: limits.maximumTitleCharacters)
        if wasCut {
            draft.title = title
            summary.titlesCut += 1
        }
        let inherited = defaults.filter { !draft.overrides($0.name) }
        for attribute in inherited where draft[attribute.name] == nil { draft.attributes.append(attribute) }
    }

    private mutating func startEntry() {
        draft = M3UEntry()
        (hasInfo, hasRefusedAddress, isStreamVariant) = (false, false, false)
    }

    private mutating func readGroup(_ group: String) {
        guard hasInfo else {
            lastingGroup = group
            return
        }
        // Groups are few; a list of nothing else must not grow one entry without bound.
        guard !group.isEmpty, draft.groupText.utf8.count <= limits.maximumLineBytes else { return }
        draft.groupText = draft.groupText.isEmpty ? group : group + ";" + draft.groupText
    }

    private mutating func readStreamDirective(_ line: Span<UInt8>) {
        if line.matches("#ext-x-playlist-type:vod") {
            draft.isVideoOnDemand = true
        } else if line.matches("#ext-x-stream-inf") {
            isStreamVariant = true
            noteStreamTag()
        } else if line.matches("#ext-x-targetduration") || line.matches("#ext-x-media-sequence") {
            noteStreamTag()
        }
    }

    /// Records a tag of a stream's own playlist, which starts with such tags. Behind an entry they were pasted into a
    /// list, and only their own addresses are rejected.
    private mutating func noteStreamTag() {
        hasStreamTags = true
        if summary.entries == 0, !hasInfo { summary.isStreamPlaylist = true }
    }

    /// `name=value`; for VLC also behind `--`.
    private mutating func readOption(_ line: Span<UInt8>, from start: Int, player: M3UOption.Player) {
        var position = start
        while position < line.count, ":- \t".utf8.contains(line[position]) { position += 1 }
        guard let equals = line.firstIndex(of: UInt8(ascii: "="), in: position..<line.count) else { return }
        let name = line.text(line.trimmed(position..<equals)).lowercased()
        let value = Self.unescaped(line.text(line.trimmed((equals + 1)..<line.count)).withoutQuotes)
        guard !name.isEmpty else { return }
        if name == "inputstream.adaptive.stream_headers" || name == "inputstream.adaptive.common_headers" {
            for field in M3UHeaderSuffix.fields(in: line, (equals + 1)..<line.count) {
                setHeader(field, overrides: true)
            }
        } else if player == .vlc, name.hasPrefix("http-"), name != "http-reconnect", name != "http-continuous" {
            if let field = M3UHeaderSuffix.field(name: String(name.dropFirst(5)), value: value) {
                setHeader(field, overrides: true)
            }
        } else if draft.options.count < limits.maximumOptions {
            draft.options.append(M3UOption(player: player, name: name, value: value))
        }
    }

    /// `#EXTHTTP:{"cookie":"…","user-agent":"…"}`.
    private mutating func readHeaderObject(_ text: String) {
        guard let object = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)) else { return }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            if let field = M3UHeaderSuffix.field(name: name, value: value) { setHeader(field, overrides: true) }
        }
    }

    mutating func setHeader(_ field: M3UHeaderField, overrides: Bool) {
        draft.set(field, overrides: overrides, limit: limits.maximumOptions)
    }

    /// Whether a title is only what stands behind the last comma of the whole name: some lists are made by programs that cut there.
    private static func isBehindComma(_ title: String, of name: String) -> Bool {
        guard name.utf8.count > title.utf8.count + 1, name.utf8.contains(UInt8(ascii: ",")), name.hasSuffix(title)
        else {
            return false
        }
        return name.dropLast(title.count).trimmingSpaces().utf8.last == UInt8(ascii: ",")
    }
}
