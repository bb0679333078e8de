import HearthModel

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension Outcome {
    /// What comes of a playlist when it is read: inflated, parsed, and each entry understood.
    static func playlist(_ input: CorpusCase) -> Outcome {
        let plain: [UInt8]
        do {
            plain = try inflated(input.bytes)
        } catch {
            return ["body": input.body, "unreadable": .text("\(error)")]
        }
        let list = Playlist(plain)
        var statistics = PlaylistStatistics()
        for entry in list.entries { statistics.note(entry) }
        var reader = EntryRecognizer(source: input.name, statistics: statistics)
        let items = list.entries.map { reader.item(for: $0) }
        return [
            "body": input.body,
            "headers": .list(list.headers.map { fields($0.attributes.map { ($0.name, $0.value) }) }),
            "guides": Outcome(list.headers.flatMap(\.guideAddresses)),
            "entries": .list(zip(list.entries, items).map(entry)),
            "titles": Outcome(Set(items.map(\.id)).count),
            "refused": .list(
                list.refused.map {
                    [
                        "line": Outcome($0.line), "reason": .text($0.reason.rawValue), "excerpt": .text($0.excerpt),
                    ]
                }),
            "recodedLines": Outcome(list.summary.linesRecoded), "titlesCut": Outcome(list.summary.titlesCut),
            "streamPlaylist": .flag(list.summary.isStreamPlaylist),
        ]
    }

    /// What gzip makes of it; anything else as it is.
    static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        var plain: [UInt8] = []
        let inflater = Inflater()
        try inflater.inflate(bytes.span) { $0.withUnsafeBufferPointer { plain.append(contentsOf: $0) } }
        try inflater.finish { $0.withUnsafeBufferPointer { plain.append(contentsOf: $0) } }
        return plain
    }

    private static func entry(_ entry: M3UEntry, _ item: PlaylistItem) -> Outcome {
        var fields: [String: Outcome] = [
            "line": Outcome(entry.line), "title": .text(entry.title), "address": .text(entry.address),
            "duration": Outcome(entry.duration), "guideID": .text(entry.guideID), "guideName": .text(entry.guideName),
            "logo": .text(entry.logo), "groups": Outcome(entry.groups), "number": .text(entry.channelNumber),
            "country": .text(entry.country), "language": .text(entry.language), "radio": .flag(entry.isRadio),
            "relative": .flag(entry.isRelative), "onDemand": .flag(entry.isVideoOnDemand),
            "providerID": Outcome(entry.providerID), "shiftHours": Outcome(entry.guideShiftHours),
        ]
        fields["attributes"] = self.fields(entry.attributes.map { ($0.name, $0.value) })
        fields["headers"] = self.fields(entry.headers.map { ($0.name, $0.value) })
        fields["options"] = self.fields(
            entry.options.map { ("\($0.player == .kodi ? "kodi" : "vlc") \($0.name)", $0.value) })
        fields["catchup"] = entry.catchup.map {
            [
                "mode": .text($0.mode.rawValue), "source": .text($0.source), "days": Outcome($0.days),
                "correctionHours": Outcome($0.correctionHours),
            ]
        }
        fields["marks"] = entry.marks.map {
            [
                "introStart": Outcome($0.introStart), "introEnd": Outcome($0.introEnd),
                "creditsStart": Outcome($0.creditsStart),
            ]
        }
        fields["kind"] = .text(item.kind.rawValue)
        fields["cleanTitle"] = .text(item.title)
        fields["year"] = Outcome(item.year)
        fields["series"] = Outcome(item.series?.title)
        fields["season"] = Outcome(item.series?.season)
        fields["episode"] = Outcome(item.series?.episode)
        fields["adult"] = .flag(item.adult != nil)
        fields["heading"] = .flag(item.isHeading)
        return .fields(fields)
    }

    /// Names and values; of two with one name the last.
    private static func fields(_ pairs: [(String, String)]) -> Outcome {
        .fields(Dictionary(pairs.map { ($0.0, .text($0.1)) }) { $1 })
    }
}
