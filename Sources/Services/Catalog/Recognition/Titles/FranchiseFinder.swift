internal import CatalogFormats

/// Groups films by their titles.
///
/// Films of one name are split into runs by year: a film without a number starts a new run where the run already has
/// one ("Halloween" of 1978, of 2007 and of 2018), and a numbered one joins the latest run in which its number is free.
package enum FranchiseFinder {
    /// A film with its sequel number.
    package struct Film: Sendable, Equatable {
        package var id: String
        package var part: SequelTitle
        package var year: Int?

        package init(id: String, title: String, year: Int?) {
            (self.id, self.year) = (id, year)
            part = SequelTitle(title)
        }

        /// The film's number in the series.
        package var place: Int { part.number ?? 1 }
    }

    /// The run of a film, by release date.
    ///
    /// - Parameter films: all of the same name, in any order.
    /// - Returns: the film alone where the others are not of the same series.
    package static func run(of id: String, among films: [Film]) -> [Film] {
        // A numbered film without a year sorts by its number.
        let sorted = films.sorted { ($0.year ?? .max, $0.place, $0.id) < ($1.year ?? .max, $1.place, $1.id) }
        var runs: [[Film]] = []
        for film in sorted {
            if film.part.number != nil,
                let index = runs.lastIndex(where: { run in !run.contains { $0.place == film.place } })
            {
                runs[index].append(film)
            } else {
                runs.append([film])
            }
        }
        let alone = films.filter { $0.id == id }
        guard let run = runs.first(where: { run in run.contains { $0.id == id } }) else { return alone }
        // "Apollo 11" and "Apollo 13" are no sequels: numbering starts at 1, or at 2 when the first is missing.
        guard run.count > 1, run.map(\.place).min() ?? 0 <= lowestPlace else { return alone }
        return run
    }

    /// The first part in the library has at most this number.
    private static let lowestPlace = 2

    /// The story order: by number, where all but the first film have one.
    package static func storyOrder(_ run: [Film]) -> [Film]? {
        let numbered = run.filter { $0.part.number != nil }
        guard numbered.count >= run.count - 1, !numbered.isEmpty else { return nil }
        return run.sorted { ($0.place, $0.year ?? .max, $0.id) < ($1.place, $1.year ?? .max, $1.id) }
    }
}
