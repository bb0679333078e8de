import HearthModel

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension Outcome {
    /// What comes of a guide when it is read.
    static func guide(_ input: CorpusCase) -> Outcome {
        let guide: Guide
        do {
            guide = try Guide(input.bytes)
        } catch {
            return ["body": input.body, "unreadable": .text("\(error)")]
        }
        let summary = guide.summary
        return [
            "body": input.body, "isGuide": .flag(summary.isGuide), "complete": .flag(summary.isComplete),
            "channels": .list(guide.channels.map(channel)), "programmes": .list(guide.programmes.map(programme)),
            "refused": .list(
                guide.refused.map { ["line": Outcome($0.line), "reason": .text($0.reason.rawValue)] }),
            "stopsDropped": Outcome(summary.stopsDropped), "unknownZones": Outcome(summary.unknownZones),
            "textsCut": Outcome(summary.textsCut),
        ]
    }

    private static func channel(_ channel: XMLTVChannel) -> Outcome {
        [
            "line": Outcome(channel.line), "id": .text(channel.id), "names": Outcome(channel.names.map(\.text)),
            "icon": .text(channel.icon), "number": .text(channel.number),
        ]
    }

    private static func programme(_ programme: XMLTVProgramme) -> Outcome {
        var fields: [String: Outcome] = [
            "line": Outcome(programme.line), "channel": .text(programme.channel),
            "start": Outcome(second: programme.start), "stop": Outcome(second: programme.stop),
            "title": .text(XMLTVProgramme.text(of: programme.titles)),
            "subTitle": .text(XMLTVProgramme.text(of: programme.subTitles)),
            "overview": .text(XMLTVProgramme.text(of: programme.descriptions)),
            "categories": Outcome(programme.categories.map(\.text)), "date": .text(programme.date),
            "year": Outcome(programme.year), "icon": .text(programme.icon), "catchupID": .text(programme.catchupID),
            "ratings": Outcome(programme.ratings.map(\.text)),
            "starRatings": .list(programme.starRatings.map { .number($0.score) }),
            "previousStart": Outcome(second: programme.previousStart),
        ]
        fields["titles"] = .fields(
            Dictionary(programme.titles.map { ($0.language, .text($0.text)) }) { first, _ in first })
        let flags = [
            "new": programme.isNew, "premiere": programme.isPremiere, "live": programme.isLive,
            "lastChance": programme.isLastChance, "repeat": programme.isRepeat,
            "highDefinition": programme.isHighDefinition, "subtitles": programme.hasSubtitles,
        ]
        fields.merge(flags.mapValues(Outcome.flag)) { $1 }
        fields["number"] = XMLTVEpisodeNumber.numbers(of: programme.episodeNumbers).map { number in
            [
                "season": Outcome(number.season), "seasons": Outcome(number.seasons),
                "episode": Outcome(number.episode), "episodes": Outcome(number.episodes),
                "part": Outcome(number.part), "parts": Outcome(number.parts),
            ]
        }
        fields["credits"] = .list(
            programme.credits.map {
                ["role": .text($0.role), "name": .text($0.name), "character": .text($0.character)]
            })
        return .fields(fields)
    }
}
