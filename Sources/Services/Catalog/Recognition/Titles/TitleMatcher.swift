internal import CatalogFormats

/// Matches a playlist's title with search results: none rather than a wrong one.
package enum TitleMatcher {
    /// A playlist's data of a title.
    package struct Question: Sendable {
        package let title: String
        package let form: NormalizedTitle
        /// The release year; nil when the playlist has none.
        package let year: Int?

        package init(title: String, year: Int?) {
            (self.title, self.year) = (title, year)
            form = NormalizedTitle(title)
        }
    }

    /// A search result.
    package struct Candidate: Sendable {
        package let id: Int64
        let forms: [NormalizedTitle]
        package let year: Int?
        package let votes: Int64

        /// - Parameters:
        ///   - names: its titles, in any language.
        ///   - votes: its number of votes, which tells a well-known film from an obscure one.
        package init(id: Int64, names: [String], year: Int?, votes: Int64) {
            (self.id, forms, self.year, self.votes) = (id, names.map(NormalizedTitle.init), year, votes)
        }

        package func agreement(with question: Question) -> NormalizedTitle.Agreement? {
            forms.compactMap { question.form.agreement(with: $0) }.min()
        }
    }

    /// The result of a match.
    package enum Verdict: Sendable, Equatable {
        /// Matched.
        case match(id: Int64, certainty: Certainty, reason: String)
        /// Several candidates fit.
        case ambiguous
        /// No candidate fits.
        case unknown
    }

    /// The certainty of a match.
    package enum Certainty: String, Sendable, Codable {
        /// No other film has this title and year, except obscure ones: it may determine the audience.
        case certain
        /// Good enough for a picture and an overview.
        case likely
    }

    /// Matches.
    ///
    /// - Parameter isAll: whether the candidates are all results of the search, rather than its first page.
    package static func match(_ question: Question, among candidates: [Candidate], isAll: Bool) -> Verdict {
        let fits = candidates.compactMap { Fit($0, question) }.sorted()
        guard let first = fits.first else { return .unknown }
        guard question.year != nil || question.form.compact.count >= minimumLettersWithoutYear else {
            return .ambiguous
        }
        // As good as the best, or as the worst rank of the same certainty.
        let rivals = fits.filter { $0.rank <= max(first.rank, Fit.lastExact) }
        let equals = rivals.filter { $0.rank == first.rank }
        let best = equals.max { ($0.candidate.votes, $1.candidate.id) < ($1.candidate.votes, $0.candidate.id) } ?? first
        let second = rivals.filter { $0.candidate.id != best.candidate.id }.map(\.candidate.votes).max()
        let isExact = best.rank <= Fit.lastExact
        let isKnown = best.candidate.votes >= knownVotes
        guard let second else {
            // With more results than were fetched, an obscure film may have namesakes among them.
            guard question.year != nil || isAll || isKnown else { return .ambiguous }
            // Without a year it may be missing at TMDB and share its name with an obscure film.
            let isAlone = question.year == nil ? isAll && isKnown : isAll || isKnown
            let reason = question.year == nil ? "no other has this title" : "no other has this title and year"
            return .match(id: best.candidate.id, certainty: isExact && isAlone ? .certain : .likely, reason: reason)
        }
        let lead = best.candidate.votes / max(second, 1)
        guard isKnown, lead >= likelyLead else {
            // The only exact spelling among similar ones: without a year the others must have fewer votes.
            guard equals.count == 1, question.year != nil || lead >= 1 && isKnown && isExact else { return .ambiguous }
            return .match(id: best.candidate.id, certainty: .likely, reason: "it alone is written just so")
        }
        let isCertain = isExact && question.year != nil && lead >= certainLead && second < minimumVotesOfRival
        return .match(
            id: best.candidate.id, certainty: isCertain ? .certain : .likely,
            reason: "by far the best known of \(rivals.count) that fit")
    }

    /// In letters; too many titles such as "It" and "Us" are ambiguous without a year.
    private static let minimumLettersWithoutYear = 3
    /// The votes of a well-known title.
    private static let knownVotes: Int64 = 100
    /// The votes below which a title is obscure.
    private static let minimumVotesOfRival: Int64 = 10
    /// The ratio of votes to the next candidate for a likely match, and for a certain one.
    private static let likelyLead: Int64 = 20
    private static let certainLead: Int64 = 100

    /// A fitting candidate.
    private struct Fit: Comparable {
        let candidate: Candidate
        /// The smaller the better.
        let rank: Int

        /// The last rank at which title and year both match exactly.
        static let lastExact = 1

        init?(_ candidate: Candidate, _ question: Question) {
            guard let agreement = candidate.agreement(with: question) else { return nil }
            let yearsApart: Int
            switch (question.year, candidate.year) {
            case (let requested?, let found?): yearsApart = abs(requested - found)
            case (nil, _): yearsApart = 0
            case (_, nil): return nil
            }
            let isClose = agreement <= .plain
            switch yearsApart {
            case 0 where isClose: rank = agreement.rawValue
            // Premieres and cinema releases may be a year apart.
            case 1 where isClose: rank = 2 + agreement.rawValue
            case 0 where question.year != nil || agreement == .sequel:
                rank = 2 + agreement.rawValue + NormalizedTitle.Agreement.plain.rawValue
            default: return nil
            }
            self.candidate = candidate
        }

        static func == (left: Fit, right: Fit) -> Bool { left.rank == right.rank }
        static func < (left: Fit, right: Fit) -> Bool { left.rank < right.rank }
    }
}
