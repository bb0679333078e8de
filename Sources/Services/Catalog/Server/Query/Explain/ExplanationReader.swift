internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/Explain``.
struct ExplanationReader: Sendable {
    private let title: TitleReader

    /// Validates an id.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is malformed.
    init(_ id: ContentID, policy: ViewingPolicy) throws { title = try TitleReader(id, policy: policy) }

    /// Reads the decisions.
    ///
    /// - Parameter now: milliseconds since 1970.
    func run(now: Int64, _ db: Database) throws -> Explanation {
        let (scope, found) = try title.find(db)
        let (card, resolved) = (found.card, found.card.id.rawValue)
        var decisions: [Decision] = []
        if resolved != title.id {
            decisions.append(
                Decision(
                    about: "id", result: resolved, reason: "the id asked for was this title's before it was renamed"))
        }
        let links = try LinkFailures(of: resolved, now: now, db).sorted(VariantReader.links(of: resolved, db, scope))
        decisions += Self.decisions(of: links, card)
        decisions += try LinkExplanation(item: resolved, card: card, scope: scope).decisions(links, db)
        decisions += LinkFailures.decisions(on: links)
        if let guide = try Self.guide(card, db, scope) { decisions.append(guide) }
        // An episode has its series' audience.
        let described = card.series?.rawValue ?? resolved
        if let learned = try MetadataTitleTable.decision(on: described, db) {
            decisions.append(learned)
        } else if card.kind != .channel {
            decisions.append(Self.unasked(card))
        }
        if let intro = try Self.intro(card, db, scope) { decisions.append(intro) }
        decisions += try Self.corrections(of: Set([resolved, title.id, described]), db)
        decisions.append(AudienceExplanation(card).decision)
        if found.isStale {
            decisions.append(
                Decision(
                    about: "left out", result: "it goes seven days after it was last there",
                    reason: "no source has it any more"))
        }
        return Explanation(id: card.id, decisions: decisions)
    }

    /// The decisions of the import: each once, with the reasons of all links for it.
    private static func decisions(of links: [VariantReader.Link], _ card: Card) -> [Decision] {
        var decisions: [Decision] = []
        var isKnown: Set<String> = []
        for line in links.flatMap({ $0.reasons.split(separator: "\n").map(String.init) }) {
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            guard parts.count == 2, isKnown.insert(line).inserted else { continue }
            if let known = decisions.firstIndex(where: { $0.about == parts[0] }) {
                decisions[known].reason += "; of other links: \(parts[1])"
            } else {
                decisions.append(Decision(about: parts[0], result: result(of: parts[0], card), reason: parts[1]))
            }
        }
        return decisions
    }

    private static func result(of about: String, _ card: Card) -> String {
        switch about {
        case "kind": card.kind.rawValue
        case "rating": card.rating.rawValue
        case "grouped": "a link without a guide id"
        case "adult": card.isAdult ? "marked adult" : "not marked"
        default: ""
        }
    }

    /// Why a film or series has no metadata yet.
    private static func unasked(_ card: Card) -> Decision {
        Decision(
            about: "metadata", result: "none yet",
            reason: card.isAdult
                ? "titles marked adult are never requested"
                : "TMDB has not been asked yet: titles are requested one by one, where metadata-gateway has a key")
    }

    private static func guide(_ card: Card, _ db: Database, _ scope: ReadScope) throws -> Decision? {
        let item = card.id.rawValue
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.name, m.reason, s.name FROM guideMatch m CROSS JOIN guideChannel c ON c.id = m.channel
                CROSS JOIN source s ON s.id = c.source WHERE m.item = :item AND \(ReadScope.holds("m"))
                """)
        let arguments = scope.arguments.merging(["item": item]) { $1 }
        if let row = try Row.fetchOne(statement, arguments: StatementArguments(arguments)) {
            return Decision(about: "guide", result: "\(row[0] as String) of \(row[2] as String)", reason: row[1])
        }
        guard card.kind == .channel else { return nil }
        let reason: String
        switch try CorrectionRules.load(db).changes(of: item)?.guideID {
        case ""?: reason = GuideOverrides.reason
        case let said?: reason = "a person has said \(said), and no guide has it now"
        case nil where try !GuideStore.hasChannels(db): reason = "there is no guide yet"
        case nil: reason = "no guide has a channel of its guide id or its name"
        }
        return Decision(about: "guide", result: "none", reason: reason)
    }

    private static func intro(_ card: Card, _ db: Database, _ scope: ReadScope) throws -> Decision? {
        guard card.kind == .episode else { return nil }
        let times = try IntroTimesReader.introTimes(of: card, db, scope)
        let reason: String
        switch times.source {
        case .hand: reason = "a person has said so"
        case .playlist: reason = "the list says so"
        case .tvdb: reason = "TheTVDB says so"
        case .heuristic: reason = "a guess for an episode of more than ten minutes; nothing is skipped because of it"
        default: return nil
        }
        let intro = times.introEnd.map { "\(Int(times.introStart ?? 0)) s to \(Int($0)) s" } ?? "no intro"
        let credits = times.creditStart.map { ", credits from \(Int($0)) s" } ?? ""
        let parts = [("recap", times.recap), ("teaser", times.teaser), ("preview", times.preview)]
            .compactMap { name, part in part.map { ", \(name) \($0.said)" } }
        return Decision(about: "intro", result: intro + credits + parts.joined(), reason: reason)
    }

    private static func corrections(of ids: Set<String>, _ db: Database) throws -> [Decision] {
        guard try !CorrectionTable.isEmpty(db) else { return [] }
        return try CorrectionTable.all(db)
            .filter { $0.state != .takenBack && !ids.isDisjoint(with: $0.titles) }
            .map { correction in
                let day = Date(timeIntervalSince1970: Double(correction.made) / 1_000)
                    .formatted(.iso8601.year().month().day())
                let note = correction.state == .applied ? "" : "; it is not to be seen yet"
                return Decision(
                    about: "correction", result: correction.result,
                    reason: "a person has said so on \(day) (\(correction.id))\(note)")
            }
    }
}

extension CorrectionRecord {
    /// A short description of the correction.
    var result: String {
        switch kind {
        case .join: "joined with another title"
        case .split: "\(body.links?.count ?? 0) of its links are another title's"
        case .pin: "kept as it is"
        default: body.changes?.said ?? "corrected"
        }
    }
}

extension PartTimes {
    /// A short description of the times.
    fileprivate var said: String {
        end.map { "\(Int(start)) s to \(Int($0)) s" } ?? "from \(Int(start)) s"
    }
}

extension TitleChanges {
    /// A short description of the corrected fields.
    var said: String {
        let times = introEnd != nil || creditStart != nil
        let hasParts = recapPart != nil || teaserPart != nil || previewPart != nil
        let parts: [String?] = [
            kind.map { "kind \($0.rawValue)" }, title.map { "title \($0)" },
            year.map { $0 == 0 ? "no year" : "year \($0)" }, rating.map { "rating \($0.rawValue)" },
            isAdult.map { $0 ? "adult" : "not adult" },
            tmdbID.map { $0 == 0 ? "none of TMDB's" : "TMDB's number \($0)" }, times ? "intro and credits" : nil,
            hasParts ? "times of other parts" : nil,
            isRecap.map { $0 ? "a recap" : "no recap" }, isFiller.map { $0 ? "a filler" : "no filler" },
            guideID.map { id in
                id.isEmpty ? "no guide" : "guide \(id)" + (guideSource.map { " of \($0)" } ?? "")
            },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
