import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One OpenSearch node out of the class path, for tests: {@code java Engine HOME key=value...}. It skips the checks of a real start,
 * and ends when its standard input is closed.
 */
public final class Engine extends Node {
    private Engine(Environment environment, List<Class<? extends Plugin>> plugins) {
        super(environment, plugins, false);
    }

    public static void main(String[] args) throws Exception {
        Settings.Builder settings = Settings.builder().put("path.home", args[0]);
        for (int i = 1; i < args.length; i++) {
            int at = args[i].indexOf('=');
            settings.put(args[i].substring(0, at), args[i].substring(at + 1));
        }
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
            settings.build(), Map.of(), Path.of(args[0], "config"), () -> "test");
        Engine node = new Engine(environment, List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class));
        node.start();
        System.out.println("started");
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(0);
    }
}
