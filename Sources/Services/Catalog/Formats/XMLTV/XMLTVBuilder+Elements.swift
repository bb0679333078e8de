/// Handles the elements inside channels and programmes.
extension XMLTVBuilder {
    private static let maximumShortCharacters = 200

    mutating func startInChannel(_ element: XMLTVElement, depth: Int, _ attributes: some XMLAttributes) {
        guard depth == 1 else { return }
        switch element {
        case .displayName:
            textLanguage = attributes.text("lang")
            collectText()
        case .number:
            collectText()
        case .icon:
            if channel.icon.isEmpty { channel.icon = attributes.text("src").trimmingSpaces() }
        default: return
        }
    }

    mutating func setInChannel(_ element: XMLTVElement) {
        let value = collected(limit: limits.maximumTitleCharacters)
        guard !value.isEmpty else { return }
        if element == .displayName, channel.names.count < limits.maximumValues {
            channel.names.append(XMLTVText(value, language: textLanguage))
        } else if element == .number {
            channel.number = value
        }
    }

    mutating func startInProgramme(
        _ element: XMLTVElement, parent: XMLTVElement, depth: Int, _ attributes: some XMLAttributes
    ) {
        if depth == 2 {
            switch parent {
            case .credits where element.role != nil:
                textRole = attributes.text("role").trimmingSpaces()
                collectText()
            case .rating where element == .value, .starRating where element == .value, .video where element == .quality:
                collectText()
            default: return
            }
            return
        }
        guard depth == 1 else { return }
        switch element {
        case .title, .subTitle, .desc, .category, .keyword:
            textLanguage = attributes.text("lang")
            collectText()
        case .date, .language, .originalLanguage, .country, .url, .image, .catchupID:
            collectText()
        case .episodeNumber, .rating, .starRating:
            textSystem = attributes.text("system").trimmingSpaces()
            // Some guides write the value without its element.
            collectText()
        case .length:
            textSystem = attributes.text("units")
            collectText()
        case .icon:
            if programme.icon.isEmpty { programme.icon = attributes.text("src").trimmingSpaces() }
        case .previouslyShown:
            programme.isRepeat = true
            programme.previousStart = time("start", attributes)
        case .premiere: programme.isPremiere = true
        case .lastChance: programme.isLastChance = true
        case .new: programme.isNew = true
        case .live: programme.isLive = true
        case .subtitles: programme.hasSubtitles = true
        default: return
        }
    }

    mutating func set(_ element: XMLTVElement, parent: XMLTVElement, depth: Int) {
        if depth == 2 { return setNested(element, parent: parent) }
        switch element {
        case .title, .subTitle, .desc, .category, .keyword: addText(element)
        case .date: programme.date = short()
        case .language: programme.language = short()
        case .originalLanguage: programme.originalLanguage = short()
        case .country: if programme.country.isEmpty { programme.country = short() }
        case .url: if programme.url.isEmpty { programme.url = short(2_000) }
        case .image: if programme.icon.isEmpty { programme.icon = short(2_000) }
        case .catchupID: programme.catchupID = short()
        case .episodeNumber:
            let text = short()
            guard !text.isEmpty, programme.episodeNumbers.count < limits.maximumValues else { return }
            programme.episodeNumbers.append(XMLTVEpisodeNumber(system: textSystem, text: text))
        case .length: programme.lengthSeconds = length(short())
        case .rating, .starRating: addRating(element)
        default: return
        }
    }

    private mutating func setNested(_ element: XMLTVElement, parent: XMLTVElement) {
        switch parent {
        case .credits:
            let name = short()
            guard !name.isEmpty, let role = element.role, programme.credits.count < limits.maximumCredits else {
                return
            }
            programme.credits.append(XMLTVCredit(role: role, name: name, character: textRole))
        case .rating, .starRating: addRating(parent)
        case .video: programme.isHighDefinition = Self.highDefinition.contains(short().uppercased())
        default: return
        }
    }

    private static let highDefinition: Set<String> = ["HDTV", "HD", "UHD", "4K", "FHD", "1080P", "720P", "2160P"]

    private mutating func addRating(_ element: XMLTVElement) {
        let text = short()
        guard !text.isEmpty else { return }
        if element == .rating {
            guard programme.ratings.count < limits.maximumValues else { return }
            programme.ratings.append(XMLTVRating(text: text.trimmingSpaces(), system: textSystem))
        } else if programme.starRatings.count < limits.maximumValues,
            let rating = XMLTVStarRating(text, system: textSystem)
        {
            programme.starRatings.append(rating)
        }
    }

    private mutating func addText(_ element: XMLTVElement) {
        let limit =
            switch element {
            case .title, .subTitle: limits.maximumTitleCharacters
            case .desc: limits.maximumOverviewCharacters
            default: Self.maximumShortCharacters
            }
        let value = collected(limit: limit)
        guard !value.isEmpty else { return }
        let text = XMLTVText(value, language: textLanguage)
        let most = limits.maximumValues
        switch element {
        case .title: if programme.titles.count < most { programme.titles.append(text) }
        case .subTitle: if programme.subTitles.count < most { programme.subTitles.append(text) }
        case .desc: if programme.descriptions.count < most { programme.descriptions.append(text) }
        case .category: if programme.categories.count < most { programme.categories.append(text) }
        default: if programme.keywords.count < most { programme.keywords.append(text) }
        }
    }

    private mutating func short(_ limit: Int = maximumShortCharacters) -> String { collected(limit: limit) }

    private func length(_ text: String) -> Int? {
        guard let number = Double(text), number >= 0, number < 100_000 else { return nil }
        switch textSystem.lowercased() {
        case "hours": return Int(number * 3600)
        case "seconds": return Int(number)
        default: return Int(number * 60)
        }
    }
}
