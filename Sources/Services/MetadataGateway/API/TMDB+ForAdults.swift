// TMDB flags pornography (`adult`) and erotica (`softcore`) separately. For a household both are adult content, so both
// flags are evaluated here and nowhere else.

extension TMDB.Movie {
    /// Whether either of TMDB's flags marks it as adult.
    package var isForAdults: Bool { adult == true || softcore == true }
}

extension TMDB.Show {
    /// Whether either of TMDB's flags marks it as adult.
    package var isForAdults: Bool { adult == true || softcore == true }
}

extension TMDB.Title {
    /// Whether either of TMDB's flags marks it as adult.
    package var isForAdults: Bool { adult == true || softcore == true }
}

extension TMDB.KnownFor {
    /// Whether either of TMDB's flags marks it as adult.
    package var isForAdults: Bool { adult == true || softcore == true }
}
