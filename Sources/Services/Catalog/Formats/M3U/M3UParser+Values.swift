internal import TextFolding

extension M3UParser {
    /// The attributes with a field or a meaning of their own.
    private enum Slot {
        case guideID, guideName, logo, group, channelNumber, country, language, userAgent, referrer
    }

    private static let slots: [(name: StaticString, slot: Slot)] = [
        ("tvg-id", .guideID), ("tvg-name", .guideName), ("tvg-logo", .logo), ("group-title", .group),
        ("tvg-chno", .channelNumber), ("ch-number", .channelNumber), ("tvg-country", .country),
        ("tvg-language", .language), ("user-agent", .userAgent), ("http-user-agent", .userAgent),
        ("http-referrer", .referrer), ("http-referer", .referrer), ("referrer", .referrer), ("logo", .logo),
    ]

    /// Stores an attribute; of two with one name the first non-empty one counts.
    package static func set(_ pair: M3UAttributeScanner.Pair, of line: Span<UInt8>, in entry: inout M3UEntry) {
        let length = pair.name.count
        let known = slots.first { item in
            item.name.utf8CodeUnitCount == length && line.matches(item.name, at: pair.name.lowerBound)
        }
        guard let slot = known?.slot else {
            let name = line.text(pair.name).lowercased()
            if entry[name] == nil {
                let text = value(of: pair, in: line)
                entry.attributes.append(
                    M3UAttribute(name: name, value: addressNames.contains(name) ? unescaped(text) : text))
            }
            return
        }
        guard !pair.value.isEmpty else { return }
        let text = value(of: pair, in: line)
        switch slot {
        case .guideID: if entry.guideID.isEmpty { entry.guideID = text }
        case .guideName: if entry.guideName.isEmpty { entry.guideName = text }
        case .logo: if entry.logo.isEmpty { entry.logo = unescaped(text) }
        case .group: entry.groupText = entry.groupText.isEmpty ? text : entry.groupText + ";" + text
        case .channelNumber: if entry.channelNumber.isEmpty { entry.channelNumber = text }
        case .country: if entry.country.isEmpty { entry.country = text }
        case .language: if entry.language.isEmpty { entry.language = text }
        case .userAgent, .referrer:
            let name = slot == .userAgent ? "User-Agent" : "Referer"
            if let field = M3UHeaderSuffix.field(name: name, value: text) {
                entry.set(field, overrides: false, limit: M3ULimits().maximumOptions)
            }
        }
    }

    /// The value, trimmed and without control characters, with `\"` read as `"`.
    package static func value(of pair: M3UAttributeScanner.Pair, in line: Span<UInt8>) -> String {
        let text = line.label(line.trimmed(pair.value))
        guard pair.isEscaped else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), bytes.last == UInt8(ascii: "\\") {
                bytes.removeLast()
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Attributes that are addresses, or templates of addresses.
    static let addressNames: Set<String> = ["catchup-source", "url-tvg", "x-tvg-url", "tvg-url", "url-epg", "url-logo"]

    /// An address line that was copied from a web page, with `&` for each `&amp;`, also where it was escaped twice.
    ///
    /// - Returns: nil for a line without `&amp;`.
    static func unescaped(_ line: Span<UInt8>) -> [UInt8]? {
        var start = 0
        while let place = line.firstIndex(of: UInt8(ascii: "&"), in: start..<line.count),
            !line.matches("&amp;", at: place)
        {
            start = place + 1
        }
        guard line.firstIndex(of: UInt8(ascii: "&"), in: start..<line.count) != nil else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        for index in 0..<line.count {
            bytes.append(line[index])
            if line[index] == UInt8(ascii: ";"), bytes.suffix(escape.count).elementsEqual(escape) {
                bytes.removeLast(escape.count - 1)
            }
        }
        return bytes.count < line.count ? bytes : nil
    }

    /// The same for the value of an attribute or option.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let bytes = Array(text.utf8)
        return unescaped(bytes.span).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private static let escape = Array("&amp;".utf8)

    /// The number behind `#EXTINF:`, which may be negative, fractional, or missing.
    package static func duration(in line: Span<UInt8>, position: inout Int) -> Double? {
        let start = line.skippingSpaces(from: position)
        var index = start
        if index < line.count, line[index] == UInt8(ascii: "-") || line[index] == UInt8(ascii: "+") { index += 1 }
        let digits = index
        var whole = 0.0
        while index < line.count, line[index].isDigit, index - digits < maximumDurationDigits {
            whole = whole * 10 + Double(line[index] - 0x30)
            index += 1
        }
        guard index > digits else { return nil }
        if index < line.count, line[index] == UInt8(ascii: ".") {
            index += 1
            var unit = 0.1
            while index < line.count, line[index].isDigit, index - digits < maximumDurationDigits {
                whole += Double(line[index] - 0x30) * unit
                unit /= 10
                index += 1
            }
        }
        guard index >= line.count || line[index].isSpace || line[index] == UInt8(ascii: ",") || line[index].isLetter
        else { return nil }
        position = index
        return line[start] == UInt8(ascii: "-") ? -whole : whole
    }

    private static let maximumDurationDigits = 15

    /// A name for an entry without one: the end of its address, without the extension, or the file that a server makes such streams of:
    /// "/Low.Tide.2019.mp4/tracks-v1a1/mono.m3u8".
    package static func name(from address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/")
        if let file = parts.dropFirst().dropLast().last(where: {
            packagedFiles.contains(M3UAddress.ending(of: String($0)))
        }) {
            return String(file).percentDecoded
        }
        for part in parts.reversed() {
            let ending = M3UAddress.ending(of: String(part))
            let name = ending.isEmpty ? part : part.dropLast(ending.count + 1)
            // Percent-decoding may yield anything, or nothing; and a part may be only spaces.
            for text in [(name.isEmpty ? String(part) : String(name)).percentDecoded, String(part)] {
                let bytes = Array(text.utf8)
                let label = bytes.span.label(bytes.span.trimmed(0..<bytes.count))
                if !label.isEmpty { return label }
            }
        }
        return address
    }

    /// Extensions of files that servers make streams of.
    private static let packagedFiles: Set<String> = ["mp4", "mkv", "avi", "mov"]
}

extension M3UEntry {
    /// Sets a header; an existing one is kept unless the new one is nearer to the address.
    package mutating func set(_ field: M3UHeaderField, overrides: Bool, limit: Int) {
        if let index = headers.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() }) {
            if overrides { headers[index].value = field.value }
        } else if headers.count < limit {
            headers.append(field)
        }
    }
}
