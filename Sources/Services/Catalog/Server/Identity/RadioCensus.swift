internal import Household

/// Finds the groups of a list, or the list as a whole, that are radio stations although no entry says so.
///
/// A single "Radio Bremen" may be television; where most of the names have a frequency, "FM" or "Radio" in them, or addresses of
/// streams that are to be heard, and next to none a picture, the others are stations, too.
package struct RadioCensus: Sendable {
    /// What a group has.
    private struct Group {
        /// Entries in all, those with a sign of a station, and those with a sign of a picture.
        var (entries, heard, seen) = (0, 0, 0)

        mutating func note(_ signs: RadioSigns) {
            entries += 1
            if signs.hasPicture { seen += 1 } else if signs.isAny { heard += 1 }
        }

        /// Whether so many in a hundred have a sign, of which next to none has a picture.
        func isOfRadio(percent: Int) -> Bool {
            entries >= RadioCensus.fewestEntries && heard * 100 >= entries * percent && seen * 10 <= entries
        }
    }

    private var groups: [String: Group] = [:]
    private var whole = Group()

    /// More groups are not counted, nor longer names.
    private static let maximumGroups = 20_000
    private static let maximumGroupBytes = 200
    private static let fewestEntries = 4
    /// In a hundred: of a group in which an entry with a sign is a station, and of one in which every entry is.
    private static let percentWithSign = 50
    private static let percentWithout = 75

    package init() {}

    /// Counts one entry of a list.
    mutating func note(_ entry: M3UEntry) {
        let signs = RadioSigns(entry)
        whole.note(signs)
        let name = entry.groupText
        if groups[name] == nil {
            guard groups.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
        }
        groups[name, default: Group()].note(signs)
    }

    /// Whether an entry is a station.
    func isStation(_ entry: M3UEntry) -> Bool {
        let signs = RadioSigns(entry)
        if signs.hasPicture { return false }
        if signs.isSure { return true }
        let percent = signs.isAny ? Self.percentWithSign : Self.percentWithout
        return whole.isOfRadio(percent: percent) || groups[entry.groupText]?.isOfRadio(percent: percent) ?? false
    }
}

/// What in an entry's name, guide id and address is of a station, or of a picture.
struct RadioSigns {
    /// "Radio" is a word of the name, its beginning or end: "100%Radio", "Kultradio".
    private var isNamedRadio = false
    /// "FM" is a word of the name, or stands behind a number: "101.5fm".
    private var isFM = false
    /// The name has a frequency of the FM band: "Smooth Jazz 107.1".
    private var hasFrequency = false
    /// The address names a format or server of sound.
    private var isAudio = false
    /// The name or the address says that there is a picture.
    private(set) var hasPicture = false

    /// Whether anything is of a station.
    var isAny: Bool { isNamedRadio || isFM || hasFrequency || isAudio }

    /// Whether the entry is a station whatever its list is.
    var isSure: Bool { (isNamedRadio || isFM) && (hasFrequency || isAudio) }

    init(_ entry: M3UEntry) {
        readName(Array(entry.title.utf8))
        if !isNamedRadio { isNamedRadio = Self.find("radio", in: Array(entry.guideID.utf8)) != nil }
        readAddress(Array(entry.address.utf8))
    }

    // MARK: The name

    private mutating func readName(_ name: [UInt8]) {
        isNamedRadio = Self.find("radio", in: name) != nil
        if name.contains(where: { $0 >= 0x80 }), !isNamedRadio {
            isNamedRadio = Self.words.contains { word in
                name.indices.contains { name[$0] == word[0] && name[$0...].starts(with: word) }
            }
        }
        var index = 0
        while index < name.count {
            let isStart = index == 0 || !name[index - 1].isLetter && name[index - 1] < 0x80
            if isStart, name[index].isLetter {
                var end = index
                while end < name.count, name[end].isLetter || name[end] >= 0x80 { end += 1 }
                readWord(name[index..<end])
                index = end
            } else if name[index].isDigit, index == 0 || !name[index - 1].isDigit {
                index = readNumber(name, from: index)
            } else {
                index += 1
            }
        }
    }

    private mutating func readWord(_ word: ArraySlice<UInt8>) {
        let text = word.map(\.lowercased)
        if text.elementsEqual("fm".utf8) {
            isFM = true
        } else if Self.pictureWords.contains(String(decoding: text, as: UTF8.self)) {
            hasPicture = true
        }
    }

    /// Reads a number, and what follows it: "97.3" is a frequency, "720p" a picture's size.
    ///
    /// - Returns: the place behind it.
    private mutating func readNumber(_ name: [UInt8], from start: Int) -> Int {
        var (index, whole) = (start, 0)
        while index < name.count, name[index].isDigit, index - start < Self.longestNumber {
            whole = whole * 10 + Int(name[index] - 0x30)
            index += 1
        }
        guard index < name.count else { return index }
        if index + 1 < name.count, name[index] == UInt8(ascii: ".") || name[index] == UInt8(ascii: ","),
            name[index + 1].isDigit, Self.band.contains(whole),
            index + 2 == name.count || !name[index + 2].isDigit && name[index + 2] != UInt8(ascii: ".")
        {
            hasFrequency = true
            return index + 2
        }
        if name[index] == UInt8(ascii: "p") || name[index] == UInt8(ascii: "i"), Self.sizes.contains(whole) {
            hasPicture = true
        }
        return index
    }

    private static let longestNumber = 6
    /// Megahertz.
    private static let band = 87...108
    private static let sizes: Set<Int> = [360, 480, 540, 576, 720, 1080, 1440, 2160]
    private static let pictureWords: Set<String> = [
        "tv", "hd", "fhd", "uhd", "sd", "hevc", "television", "visual", "film", "movie",
    ]
    /// As they are written in other scripts and spellings.
    private static let words: [[UInt8]] = [
        "rádió", "Rádió", "rádio", "Rádio", "радио", "Радио", "РАДИО", "радіо", "Радіо", "ραδιόφωνο", "Ράδιο", "راديو",
        "إذاعة",
        "רדיו", "라디오", "ラジオ", "广播", "電台", "电台", "วิทยุ",
    ].map { Array($0.utf8) }

    // MARK: The address

    private mutating func readAddress(_ address: [UInt8]) {
        for index in address.indices {
            for sign in Self.signs[Int(address[index].lowercased)] where Self.stands(sign.text, in: address, at: index)
            {
                switch sign.says {
                case .picture:
                    (hasPicture, isAudio) = (true, false)
                    return
                case .sound: isAudio = true
                case .radio: isNamedRadio = true
                }
            }
        }
        isAudio = isAudio || Self.isBareServer(address)
    }

    /// What a part of an address says.
    private enum Meaning {
        case sound, picture, radio
    }

    private typealias Sign = (text: [UInt8], says: Meaning)

    /// By their first byte, in lower case.
    private static let signs: [[Sign]] = {
        var table = [[Sign]](repeating: [], count: 256)
        func add(_ texts: [String], _ meaning: Meaning) {
            for text in texts {
                let bytes = Array(text.utf8)
                table[Int(bytes[0])].append((bytes, meaning))
            }
        }
        add(
            [
                ".mp3", "/mp3", ".aac", "/aac", "aacp", ".ogg", ".opus", "/;", "icecast", "shoutcast", "streamtheworld",
                "audio",
                "zeno.fm",
            ], .sound)
        add([".mp4", ".mkv", ".avi", ".flv", ".mpd", ".ts", "video", "/movie/", "/series/", "1080", "720p"], .picture)
        add(["radio"], .radio)
        return table
    }()

    private static func stands(_ text: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
        guard start + text.count <= bytes.count else { return false }
        for offset in text.indices where bytes[start + offset].lowercased != text[offset] { return false }
        return true
    }

    /// "http://203.0.113.7:8015/stream": servers of sound listen on such ports, and name no file.
    private static func isBareServer(_ address: [UInt8]) -> Bool {
        guard let scheme = find("://", in: address) else { return false }
        let rest = address[(scheme + 3)...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return false }
        let port = authority[(colon + 1)...]
        let path = rest.dropFirst(authority.count)
        return port.count == 4 && port.first == UInt8(ascii: "8") && port.dropFirst().first != UInt8(ascii: "8")
            && path.count { $0 == UInt8(ascii: "/") } <= 1 && !path.contains(UInt8(ascii: "."))
    }

    /// Where an ASCII text, in lower case, stands; capitals make no difference.
    private static func find(_ text: StaticString, in bytes: [UInt8]) -> Int? {
        let count = text.utf8CodeUnitCount
        guard bytes.count >= count else { return nil }
        return text.withUTF8Buffer { wanted in
            let first = wanted[0]
            return bytes.indices.dropLast(count - 1).first { start in
                bytes[start].lowercased == first
                    && (1..<count).allSatisfy { bytes[start + $0].lowercased == wanted[$0] }
            }
        }
    }
}
