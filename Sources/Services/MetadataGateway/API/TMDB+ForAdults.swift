// TMDB marks pornography (`adult`) and erotica (`softcore`) apart. For a household both are for adults alone, so both marks are
// asked for here and nowhere else.

extension TMDB.Movie {
    /// Whether either of TMDB's marks says that it is for adults alone.
    package var isForAdults: Bool { adult == true || softcore == true }
}

extension TMDB.Show {
    /// Whether either of TMDB's marks says that it is for adults alone.
    package var isForAdults: Bool { adult == true || softcore == true }
}

extension TMDB.Title {
    /// Whether either of TMDB's marks says that it is for adults alone.
    package var isForAdults: Bool { adult == true || softcore == true }
}

extension TMDB.KnownFor {
    /// Whether either of TMDB's marks says that it is for adults alone.
    package var isForAdults: Bool { adult == true || softcore == true }
}
