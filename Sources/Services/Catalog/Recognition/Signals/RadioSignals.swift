package import CatalogFormats
internal import TextFolding

/// The signals of a radio station and of a picture in an entry's name, guide id and address.
package struct RadioSignals {
    /// "Radio" is a word of the name, its beginning or end: "100%Radio", "Kultradio".
    private var isNamedRadio = false
    /// "FM" is a word of the name, or stands behind a number: "101.5fm".
    private var isFM = false
    /// The name has a frequency of the FM band: "Smooth Jazz 107.1".
    private var hasFrequency = false
    /// The name has a whole number of a band and the band's name: "Low 103 FM". Stations show themselves at work under such names, too.
    private var hasWholeFrequency = false
    /// The address is a playlist of pieces, as most with a picture are.
    private var isPlaylist = false
    /// The address names a format or server of sound, or the name says how much of it is sent.
    private var isAudio = false
    /// The address has an audio format.
    private var isFormat = false
    /// The address has an audio-only host.
    private var isSoundAlone = false
    /// Whether the list declares the entry as radio, or a part of its address ends in "fm".
    private var isSaid = false
    /// The name has a word of television.
    private(set) var isNamedTelevision = false
    /// The name has another word of pictures: "Classix Vinyl HD" may well be radio.
    private var isNamedPicture = false
    /// The address indicates a picture.
    private var isVideo = false

    /// Whether the name or the address indicates a picture.
    var hasPicture: Bool { isVideo || isNamedTelevision && !isFormat || isNamedPicture && !isFormat && !isSoundAlone }

    /// The picture is of a directory of stations, or kept with those of stations.
    private var hasLogo = false

    /// Whether anything is of a station.
    package var isAny: Bool { isNamedRadio || isFM || hasFrequency || isAudio || isSaid || hasLogo }

    /// Whether the entry is a station whatever its list is.
    package var isSure: Bool {
        isSoundAlone || (isNamedRadio || isFM) && (hasFrequency || isAudio || hasWholeFrequency && !isPlaylist)
            || isSaid && isFormat
    }

    package init(_ entry: M3UEntry) {
        readName(Array(entry.title.utf8))
        if !entry.guideID.isEmpty { readGuideID(entry.guideID) }
        hasLogo = Self.isLogo(entry.logo)
        readAddress(entry.address.utf8.map(\.lowercased))
        if entry.isRadio { isSaid = true }
    }

    /// "radio-97.2fm-low": some lists have more in an id than in the name. A frequency alone may be a version's number.
    private mutating func readGuideID(_ id: String) {
        var signs = RadioSignals()
        signs.readName(Array(id.utf8))
        if signs.isNamedRadio { isNamedRadio = true } else if Self.isOfTelevision(id) { isNamedPicture = true }
        guard signs.hasFrequency, signs.isNamedRadio || signs.isFM else { return }
        (isFM, hasFrequency) = (isFM || signs.isFM, true)
    }

    private init() {}

    /// "LowTV.uk": what stands before the country ends so.
    private static func isOfTelevision(_ id: String) -> Bool {
        let name = id.utf8.prefix { $0 != UInt8(ascii: ".") }
        return name.count > 2 && name.count < id.utf8.count && name.suffix(2).elementsEqual("TV".utf8)
    }

    /// "https://h.example/radio/low.png": pictures of stations come from sites of stations.
    private static func isLogo(_ address: String) -> Bool {
        guard !address.isEmpty else { return false }
        let bytes = Array(address.utf8)
        return find("radio", in: bytes) != nil || find("tunein", in: bytes) != nil
    }

    // MARK: The name

    private mutating func readName(_ name: [UInt8]) {
        isNamedRadio = Self.find("radio", in: name) != nil
        if name.contains(where: { $0 >= 0x80 }), !isNamedRadio {
            isNamedRadio = Self.words.contains { word in
                name.indices.contains { name[$0] == word[0] && name[$0...].starts(with: word) }
            }
        }
        if Self.hasTelevision(name) { isNamedTelevision = true }
        var index = 0
        while index < name.count {
            let isStart = index == 0 || !name[index - 1].isLetter && name[index - 1] < 0x80
            if isStart, name[index].isLetter {
                var end = index
                while end < name.count, name[end].isLetter || name[end] >= 0x80 { end += 1 }
                // "Heat (TV)" is a film that was made for television.
                let isAlone =
                    index > 0 && end < name.count && name[index - 1] == UInt8(ascii: "(")
                    && name[end] == UInt8(ascii: ")")
                if !isAlone { readWord(name[index..<end]) }
                readBand(name, around: index..<end)
                index = end
            } else if name[index].isDigit, index == 0 || !name[index - 1].isDigit {
                index = readNumber(name, from: index)
            } else {
                index += 1
            }
        }
    }

    /// "Low ТВ": a word of its own, in Cyrillic letters.
    private static func hasTelevision(_ name: [UInt8]) -> Bool {
        name.indices.contains { start in
            name[start] >= 0x80 && (start == 0 || name[start - 1] < 0x80)
                && cyrillicTelevision.contains { word in
                    let end = start + word.count
                    return name[start...].starts(with: word) && (end == name.count || name[end] < 0x80)
                }
        }
    }

    private static let cyrillicTelevision = ["ТВ", "тв", "Тв"].map { Array($0.utf8) }

    private mutating func readWord(_ word: ArraySlice<UInt8>) {
        let text = word.map(\.lowercased)
        // "Diwanfm" as well.
        if text.suffix(2).elementsEqual("fm".utf8) {
            isFM = true
            return
        }
        let name = String(decoding: text, as: UTF8.self)
        if Self.televisionWords.contains(name) { isNamedTelevision = true }
        if Self.pictureWords.contains(name) { isNamedPicture = true }
    }

    /// Reads the whole number that stands before or behind the name of a band: "103 FM", "eco99fm", "AM 790".
    private mutating func readBand(_ name: [UInt8], around word: Range<Int>) {
        guard word.count == 2, name[word.lowerBound + 1].lowercased == UInt8(ascii: "m") else { return }
        let range: ClosedRange<Int>
        switch name[word.lowerBound] {
        case UInt8(ascii: "F"), UInt8(ascii: "f"): range = Self.band
        // "5 am" is a time.
        case UInt8(ascii: "A"): range = Self.mediumWaves
        default: return
        }
        let before = name[..<word.lowerBound].reversed().drop { $0 == 0x20 }.prefix { $0.isDigit }.reversed()
        let behind = name[word.upperBound...].drop { $0 == 0x20 }.prefix { $0.isDigit }
        for digits in [Array(before), Array(behind)] where (2...4).contains(digits.count) {
            guard range.contains(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }) else { continue }
            (isFM, hasWholeFrequency) = (true, true)
        }
    }

    /// Reads a number, and what follows it: "97.3" is a frequency, "720p" a picture's size.
    ///
    /// - Returns: the index behind it.
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
            isNamedTelevision = true
        }
        // "128 kbit/s", "64k".
        let unit = name[index...].drop { $0 == 0x20 }.prefix { $0.isLetter }.map(\.lowercased)
        if Self.bitrates.contains(whole), unit.starts(with: "kb".utf8) || unit.elementsEqual("k".utf8) {
            isAudio = true
        }
        return index
    }

    private static let longestNumber = 6
    /// Megahertz.
    private static let band = 87...108
    /// Kilohertz.
    private static let mediumWaves = 530...1_710
    private static let sizes: Set<Int> = [360, 480, 540, 576, 720, 1080, 1440, 2160]
    /// Of sound, in kbit/s.
    private static let bitrates: Set<Int> = [24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let televisionWords: Set<String> = ["tv", "dtv", "television", "fhd", "uhd", "hevc"]
    private static let pictureWords: Set<String> = ["hd", "sd", "visual", "film", "movie"]
    /// As they are written in other scripts and spellings.
    private static let words: [[UInt8]] = [
        "rádió", "Rádió", "rádio", "Rádio", "радио", "Радио", "РАДИО", "радіо", "Радіо", "ραδιόφωνο", "Ράδιο", "راديو",
        "إذاعة",
        "רדיו", "라디오", "ラジオ", "广播", "電台", "电台", "วิทยุ",
    ].map { Array($0.utf8) }

    // MARK: The address

    /// - Parameter address: in lower case.
    private mutating func readAddress(_ address: [UInt8]) {
        guard let scheme = Self.find("://", in: address) else { return }
        let isHTTP = address.starts(with: "http".utf8)
        // Servers of Windows Media were those of stations.
        if address.starts(with: "mms".utf8) { isSaid = true }
        let rest = address[(scheme + 3)...]
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        if Self.find("radio", in: address) != nil { isNamedRadio = true }
        if Self.find("audio", in: address) != nil || Self.find("/;", in: address) != nil { isAudio = true }
        for label in authority.prefix(while: { $0 != UInt8(ascii: ":") }).split(separator: UInt8(ascii: ".")) {
            if label.suffix(2).elementsEqual("fm".utf8) { isSaid = true }
            if Self.isSoundHost(label) { isSoundAlone = true }
            // "media-icecast".
            for part in label.split(separator: UInt8(ascii: "-")) {
                if Self.servers.contains(where: { part.starts(with: $0.utf8) }) { isAudio = true }
            }
        }
        let path = rest.dropFirst(authority.count)
        readPath(path)
        isAudio = isAudio || isSoundAlone || isFormat || isHTTP && Self.isBareServer(authority, path)
        // Stations send webcams of their studios from such servers; "cdnvideo" has audio files as well.
        if !isAudio, Self.find("video", in: Array(authority)) != nil { isVideo = true }
        if isVideo { (isAudio, isFormat, isSoundAlone) = (false, false, false) }
    }

    /// Reads the words of a path: the query is no signal of a picture, as audio players get "?type=.flv".
    private mutating func readPath(_ path: ArraySlice<UInt8>) {
        let end = path.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
        isPlaylist = path[..<end].suffix(5).elementsEqual(".m3u8".utf8)
        var start = path.startIndex
        while start < path.endIndex {
            guard path[start].isLetter || path[start].isDigit else {
                start += 1
                continue
            }
            var next = start
            while next < path.endIndex, path[next].isLetter || path[next].isDigit { next += 1 }
            if next - start <= Self.longestToken {
                let isEnding = path[start - 1] == UInt8(ascii: ".")
                let isInside = next < end && path[next] == UInt8(ascii: "/")
                let isFolder = path[start - 1] == UInt8(ascii: "/") && isInside
                // "/low-123.flv/playlist.m3u8": servers of streams call those of sound so, too.
                let token = path[start..<next]
                if !(isEnding && isInside && token.elementsEqual("flv".utf8)) {
                    readToken(token, isEnding: isEnding, isFolder: isFolder, isPath: start < end)
                }
            }
            start = next
        }
    }

    private mutating func readToken(_ token: ArraySlice<UInt8>, isEnding: Bool, isFolder: Bool, isPath: Bool) {
        let number = token.prefix { $0.isDigit }
        let word = String(decoding: token.dropFirst(number.count).prefix { $0.isLetter }, as: UTF8.self)
        let isWord = number.count + word.utf8.count == token.count
        // "aac", "64aac", "aac64", "RFMAAC"; not "adaac3364e63".
        if number.isEmpty || isWord,
            Self.formats.contains(word)
                || isWord && Self.longFormats.contains(where: word.hasSuffix) || token.starts(with: "mp3".utf8)
                || token.suffix(3).elementsEqual("mp3".utf8)
        {
            isFormat = true
        }
        if word == "kbps" || word == "k", let rate = Int(String(decoding: number, as: UTF8.self)),
            Self.bitrates.contains(rate)
        {
            isAudio = true
        }
        if token.count > 2, token.suffix(2).elementsEqual("fm".utf8) { isSaid = true }
        guard isPath else { return }
        if number.isEmpty,
            isEnding && Self.imageExtensions.contains(word) || isFolder && Self.pictureFolders.contains(word)
        {
            isVideo = true
        }
        // "/listen/low/stream", "/s1a2b3/listen".
        if word == "listen", isWord { isAudio = true }
        if token.starts(with: "video".utf8) || token.starts(with: "mp4".utf8) && isEnding { isVideo = true }
        if let size = Int(String(decoding: number, as: UTF8.self)), Self.sizes.contains(size),
            size >= Self.smallestSize,
            word.isEmpty || word == "p"
        {
            isVideo = true
        }
    }

    /// Bytes.
    private static let longestToken = 24
    private static let smallestSize = 720
    private static let formats: Set<String> = ["aac", "aacp", "ogg", "opus", "oga", "icecast", "shoutcast", "icy"]
    /// Behind the name of a station: "RFMAAC".
    private static let longFormats = ["aac", "aacp", "icecast"]
    private static let imageExtensions: Set<String> = ["mkv", "avi", "flv", "mpd", "ts"]
    private static let pictureFolders: Set<String> = ["movie", "series"]

    /// Whether a label of a host name is of an audio-only server or company: "ice55" and "revma" are.
    private static func isSoundHost(_ label: ArraySlice<UInt8>) -> Bool {
        guard let end = label.lastIndex(where: { !$0.isDigit }) else { return false }
        let word = String(decoding: label[...end], as: UTF8.self)
        let isNumbered = end + 1 < label.endIndex
        return hosters.contains(word) || isNumbered && word == "ice"
            || isNumbered && hosters.contains(String(decoding: label, as: UTF8.self))
    }

    /// What the names of servers of sound begin with.
    private static let servers = [
        "icecast", "icy", "shoutcast", "streamtheworld", "zeno", "listen", "mp3", "sound", "streamguys", "centova",
    ]
    /// Companies that carry stations' streams and no pictures, without the number behind the name.
    private static let hosters: Set<String> = [
        "amperwave", "asurahosting", "brlogic", "cdnstream", "citrus3", "fastcast4u", "icecast", "ihrhls", "laut",
        "leanstream",
        "listenlive", "live365", "mixlr", "myautodj", "primcast", "radioboss", "radiojar", "radioking", "radionomy",
        "rcast", "reliastream", "revma", "rndfnk", "securenetsystems", "sharp-stream", "shoutca", "somafm",
        "sonicpanel",
        "streamabc", "streamonkey", "streamtheworld", "torontocast", "voscast", "wostreaming", "zeno",
    ]

    /// "http://203.0.113.7:8015/stream": audio servers listen on such ports, and name no file.
    private static func isBareServer(_ authority: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")) else { return false }
        let port = authority[(colon + 1)...]
        if mounts.contains(String(decoding: path.prefix(longestToken), as: UTF8.self)), port.count >= 4,
            !port.elementsEqual("8080".utf8)
        {
            return true
        }
        return port.count == 4 && port.first == UInt8(ascii: "8") && port.dropFirst().first != UInt8(ascii: "8")
            && path.count { $0 == UInt8(ascii: "/") } <= 1 && !path.contains(UInt8(ascii: "."))
    }

    /// The usual name of such a server's one stream.
    private static let mounts: Set<String> = [
        "", "/", "/;", "/stream", "/stream/", "/stream/1", "/stream/1/", "/listen", "/radio", "/autodj",
    ]

    /// The index of an ASCII text in lower case, ignoring case.
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
