internal import CBOR
internal import ContractSamples
internal import Foundation
internal import HearthModel
internal import RPC
internal import RPCDiagnostics

/// A request to audit a method with, made from the shape that the running service describes.
struct AuditSample: Hashable, Sendable {
    /// The request, and simpler ones for methods that do not accept it.
    private(set) var bodies: [CBORValue] = []
    /// The texts that it names itself, folded: their return tells nothing.
    let named: Set<String>

    /// A page as large as most methods allow, and one that all allow.
    private static let sizes: [UInt64] = [200, 10]
    private static let limit: UInt64 = 10
    private static let guideHours = 6.0

    /// The requests of a method: about nothing, about titles and about ids; one where it takes neither.
    ///
    /// - Parameters:
    ///   - ids: ids of other people's data of that service.
    ///   - day: the first day that schedules are asked for.
    static func all(
        of method: Sys.SchemaMethod, in schema: Schema, about titles: [Card], ids: [String], at now: Date, day: String
    ) -> [AuditSample] {
        let maker = Maker(request: method.request, schema: schema, now: now, day: day)
        let plain = ["", "a"].map { maker.sample(["text": .text($0)], naming: []) }
        let others = titles.flatMap(maker.samples) + ids.map { maker.sample(["id": .text($0)], naming: [$0]) }
        return (plain + others).reduce(into: []) { samples, sample in
            if !samples.contains(where: { $0.bodies == sample.bodies }) { samples.append(sample) }
        }
    }

    private init(_ bodies: [CBORValue], naming named: [String]) {
        for body in bodies where !self.bodies.contains(body) { self.bodies.append(body) }
        self.named = Set(named.map(AuditSecrets.folded))
    }

    /// Makes the requests of one method.
    private struct Maker {
        let request: Schema.Shape
        let schema: Schema
        let now: Date
        let day: String

        /// Requests about a title: by its id, and by its number at TMDB.
        func samples(_ title: Card) -> [AuditSample] {
            // Without its last character, so that a completed name is told from the typed one.
            let typed = String(title.title.dropLast())
            let texts: [String: CBORValue] = ["text": .text(typed), "title": .text(typed), "name": .text(typed)]
            func sample(_ id: String, _ more: [String: CBORValue]) -> AuditSample {
                self.sample(
                    texts.merging(more) { $1 }.merging(["content-id": .text(id)]) { $1 }, naming: [id, typed])
            }
            let own = sample(title.id.rawValue, [:])
            guard let number = title.tmdbID, number > 0 else { return [own] }
            let kind = title.kind == .movie ? "movie" : "tv"
            return [own, sample("tmdb:\(kind):\(number)", ["id": .unsigned(UInt64(number))])]
        }

        func sample(_ known: [String: CBORValue], naming named: [String]) -> AuditSample {
            let bodies = AuditSample.sizes.map { body(known, size: $0, fillsLists: false) }
            return AuditSample(
                bodies + [body(known, size: AuditSample.sizes.last ?? 0, fillsLists: true)], naming: named)
        }

        private func body(_ known: [String: CBORValue], size: UInt64, fillsLists: Bool) -> CBORValue {
            func date(_ hours: Double) -> CBORValue {
                .tagged(1, .double((now.timeIntervalSince1970 + 3_600 * hours).rounded()))
            }
            let common: [String: CBORValue] = [
                "limit": .unsigned(AuditSample.limit), "size": .unsigned(size), "first": .text(day),
                "from": date(0), "until": date(AuditSample.guideHours),
            ]
            return SampleMaker(
                schema: schema, fullness: .minimal, known: common.merging(known) { $1 }, fillsLists: fillsLists
            ).sample(request)
        }
    }
}
